import { asPart } from "./late-react";

/** Makes a passkey for the options that a page carries (add-passkey.tsx), and sends what the browser made. */
function showPasskey(): void {
  const box = document.querySelector<HTMLElement>("[data-passkey]");
  if (box && typeof PublicKeyCredential === "function") void make(box);
}

async function make(box: HTMLElement): Promise<void> {
  const says = box.querySelector("p");
  const field = box.querySelector<HTMLInputElement>("input[name=answer]");
  if (says) says.textContent = "";
  try {
    const publicKey = JSON.parse(box.dataset.passkey ?? "");
    for (const named of [publicKey.user, ...(publicKey.excludeCredentials ?? [])])
      named.id = bytesOf(named.id);
    publicKey.challenge = bytesOf(publicKey.challenge);
    const made = await navigator.credentials.create({ publicKey });
    if (!field || !(made instanceof PublicKeyCredential)) return;
    field.value = JSON.stringify(inTexts(made));
    field.form?.requestSubmit();
  } catch {
    if (says) says.textContent = box.dataset.failed ?? "";
  }
}

function inTexts({ id, rawId, type, response }: PublicKeyCredential): object {
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
  const transports = (response as AuthenticatorAttestationResponse).getTransports?.() ?? [];
  return {
    ...{ id, rawId: textOf(rawId), type, clientExtensionResults: {} },
    response: {
      clientDataJSON: textOf(clientDataJSON),
      attestationObject: textOf(attestationObject),
      transports,
    },
  };
}

function bytesOf(text: string): Uint8Array {
  const base64 = text.replace(/-/g, "+").replace(/_/g, "/");
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return base64.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

asPart(() => {}, showPasskey);
