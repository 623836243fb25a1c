import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";

export type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
};

/** The site for which an authenticator creates its keys. */
export interface PasskeySite {
  name: string;
  siteUrl: string;
}

export interface PublicPasskey {
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
}

/** Browsers create passkeys for host names over https and for this machine, never for a bare IP address. */
export function allowsPasskeys(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl);
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  return protocol === "https:" && !/^[\d.]+$|^\[/.test(hostname);
}

/** The browser's options to create a passkey that identifies its user and requires finger, face or PIN. */
export async function registrationOptions(
  site: PasskeySite,
  person: { handle: Uint8Array; email: string; name: string; known: { id: string; transports: string[] }[] },
  challenge: Uint8Array,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: rpId(site),
    userID: new Uint8Array(person.handle),
    userName: person.email,
    userDisplayName: person.name,
    challenge: new Uint8Array(challenge),
    attestationType: "none",
    excludeCredentials: person.known,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** The new passkey, or null when the answer does not match the challenge or the site, or is inconsistent. */
export async function verifyRegistration(
  site: PasskeySite,
  response: RegistrationResponseJSON,
  challenge: string,
): Promise<(PublicPasskey & { transports: string[] }) | null> {
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: new URL(site.siteUrl).origin,
    expectedRPID: rpId(site),
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return {
    id,
    publicKey: new Uint8Array(publicKey),
    counter,
    transports: response.response.transports ?? [],
  };
}

/** The browser's options to sign someone in; the passkey says who it is. */
export async function authenticationOptions(
  site: PasskeySite,
  challenge: Uint8Array,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: rpId(site),
    challenge: new Uint8Array(challenge),
    userVerification: "required",
  });
}

/**
 * The authenticator's counter after this use; null when the answer is not from this passkey or not to this challenge.
 */
export async function verifyAuthentication(
  site: PasskeySite,
  response: AuthenticationResponseJSON,
  challenge: string,
  passkey: PublicPasskey,
): Promise<{ counter: number } | null> {
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: new URL(site.siteUrl).origin,
    expectedRPID: rpId(site),
    requireUserVerification: true,
    credential: passkey,
  }).catch(() => null);
  return verified?.verified ? { counter: verified.authenticationInfo.newCounter } : null;
}

function rpId(site: PasskeySite): string {
  return new URL(site.siteUrl).hostname;
}
