/** Set by our own server from the connection and its trusted proxies; the caller's own value is removed there. */
export const clientAddressHeader = "x-client-ip";

/** What is counted as one caller. Only `addressBlock` makes one, so no limit can be told a bare address. */
export type Network = string & { readonly is: "network" };

/** The address of a request, for logs. Whoever counts takes `clientNetwork`. */
export function clientAddress(headers: Pick<Headers, "get">): string {
  return headers.get(clientAddressHeader)?.slice(0, 64) || "unknown";
}

export function clientNetwork(headers: Pick<Headers, "get">): Network {
  return addressBlock(clientAddress(headers));
}

/**
 * The block that counts as one caller: an IPv4 address, or the /64 of an IPv6 address, because the holder of one such
 * address has 18 quintillion more. Any other text is returned unchanged.
 */
export function addressBlock(address: string): Network {
  return blockOf(address) as Network;
}

function blockOf(address: string): string {
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
