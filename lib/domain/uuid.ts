/** A UUIDv4 in lower case of 16 random bytes: the shape every rail takes as the id of a transfer. */
export function composeUuid(randomBytes: Uint8Array): string {
  if (randomBytes.length !== 16) throw new RangeError("A UUID needs 16 random bytes.");
  const bytes = Uint8Array.from(randomBytes);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Whether a form's id is a valid id for a request to a rail. */
export function isUuidV4(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text);
}

/** The id of a row as an address or a form says it; 0, which no row has, for any other text. */
export function rowIdOf(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}
