import { createHmac } from "node:crypto";
import { signedContent, type WebhookFacts, webhookHeaders } from "@/lib/resources/webhook-signature";
import type { World } from "@/lib/services/core/world";

/** The parts of an endpoint that decide how it is signed for. */
export interface SigningFacts {
  secretSealed: Uint8Array;
  oldSecretSealed: Uint8Array | null;
  oldSecretUntil: Date | null;
  switchedAt: Date | null;
}

export const secretPrefix = "whsec_";

/** `whsec_` and 32 random bytes in base64, as Standard Webhooks writes secrets. */
export function newSecret(world: World): string {
  return secretPrefix + Buffer.from(world.random.bytes(32)).toString("base64");
}

/** The secrets that are valid now, opened. `old` is there during the 24 hours of a rotation. */
export interface OpenSecrets {
  current: string;
  old: string | null;
  /** The owner has switched to the current one before the rotation is over. */
  isSwitched: boolean;
}

export function openSecrets(world: World, endpoint: SigningFacts): OpenSecrets {
  const { oldSecretSealed, oldSecretUntil } = endpoint;
  const rotating = oldSecretSealed !== null && oldSecretUntil !== null && oldSecretUntil > world.clock.now();
  return {
    current: world.secrets.open(endpoint.secretSealed),
    old: rotating ? world.secrets.open(oldSecretSealed) : null,
    isSwitched: endpoint.switchedAt !== null,
  };
}

/**
 * Headers with both signatures. While a rotation lasts, webhook-signature carries one of each secret, and
 * X-Service-Signature, which has room for one, stays on the old secret until the owner switches.
 */
export function signWebhook(
  world: World,
  { current, old, isSwitched }: OpenSecrets,
  facts: WebhookFacts,
): Record<string, string> {
  const bodySecret = old !== null && !isSwitched ? old : current;
  const content = signedContent(facts);
  const secrets = old === null ? [current] : [current, old];
  return webhookHeaders(
    facts,
    {
      bodyMac: createHmac("sha256", bodySecret).update(facts.body).digest("hex"),
      contentMacs: secrets.map((secret) =>
        createHmac("sha256", keyOf(secret)).update(content).digest("base64"),
      ),
    },
    world.config.serviceName,
  );
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(secretPrefix.length), "base64");
}
