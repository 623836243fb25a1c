/** Makes or uses a passkey for the options that a page carries (passkey-form.tsx), and sends what the browser answered. */
function showPasskey(): void {
  if (typeof PublicKeyCredential !== "function") return;
  for (const box of document.querySelectorAll<HTMLElement>("[data-passkey]")) {
    box.hidden = false;
    if (box.dataset.passkey) void ask(box, JSON.parse(box.dataset.passkey));
  }
}

async function ask(box: HTMLElement, asked: Asked): Promise<void> {
  const says = box.querySelector("p");
  const field = box.querySelector<HTMLInputElement>("input[name=answer]");
  if (says) says.textContent = "";
  try {
    const answer = await answered(asked);
    if (!field || !(answer instanceof PublicKeyCredential)) return;
    field.value = JSON.stringify(inTexts(answer));
    field.form?.requestSubmit();
  } catch {
    if (says) says.textContent = box.dataset.failed ?? "";
  }
}

/** Bytes are in base64url. */
interface Named {
  id: string;
}
interface Asked {
  challenge: string;
  /** Whom a passkey is made for. */
  user?: Named;
  excludeCredentials?: Named[];
  allowCredentials?: Named[];
}

function answered({ user, ...asked }: Asked): Promise<Credential | null> {
  const named = (one: Named) => ({ ...one, id: bytesOf(one.id) });
  // Safe: the rest is as browsers take it (lib/services/people/accounts/passkeys.ts).
  const publicKey = {
    ...{ ...asked, challenge: bytesOf(asked.challenge) },
    excludeCredentials: asked.excludeCredentials?.map(named),
    allowCredentials: asked.allowCredentials?.map(named),
    user: user && named(user),
  } as object as PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions;
  return user ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey });
}

const bytesOfAnswers = [
  "clientDataJSON",
  "attestationObject",
  "authenticatorData",
  "signature",
  "userHandle",
];

function inTexts({ id, rawId, type, response }: PublicKeyCredential): object {
  const said = bytesOfAnswers.flatMap((name) => {
    const bytes: unknown = Reflect.get(response, name);
    return bytes instanceof ArrayBuffer ? [[name, textOf(bytes)]] : [];
  });
  const transports = response instanceof AuthenticatorAttestationResponse && response.getTransports?.();
  return {
    ...{ id, rawId: textOf(rawId), type, clientExtensionResults: {} },
    response: { ...Object.fromEntries(said), ...(transports && { transports }) },
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

document.addEventListener("page-shown", showPasskey);
showPasskey();

export {};
