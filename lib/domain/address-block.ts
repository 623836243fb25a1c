/**
 * The block that counts as one caller: an IPv4 address, or the /64 of an IPv6 address, because the holder of one such
 * address has 18 quintillion more. Any other text is returned unchanged.
 */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const gap = address.includes("::") ? Math.max(0, 8 - left.length - right.length) : 0;
  const groups = [...left, ...Array<string>(gap).fill("0"), ...right];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16) || 0);
  return `${network.map((group) => group.toString(16)).join(":")}::/64`;
}

/** This machine itself. */
export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address) || address === "::1";
}
