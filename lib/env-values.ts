export function isPostgresUrl(value: string): boolean {
  return /^postgres(ql)?:\/\//.test(value) && URL.canParse(value);
}

export function isWebUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return (url.protocol === "http:" || url.protocol === "https:") && url.search === "" && url.hash === "";
}

export function isContact(value: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(value) || (/^https:\/\/\S+$/.test(value) && URL.canParse(value));
}

export function isLongSecret(value: string): boolean {
  const secret = value.trim();
  if (/^[0-9a-fA-F]+$/.test(secret)) return secret.length >= 64;
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(secret) && Buffer.from(secret, "base64").length >= 32;
}
