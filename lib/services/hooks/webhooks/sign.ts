import { createHmac } from "node:crypto";
import { signedContent, type WebhookFacts, webhookHeaders } from "@/lib/resources/event";
import type { World } from "@/lib/services/core/world";

/** The parts of an endpoint that its signatures depend on. */
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

/** The secrets that are valid now, decrypted. `old` is set during the 24 hours of a rotation. */
export interface OpenSecrets {
  current: string;
  old: string | null;
  /** The owner switched to the current secret before the rotation ended. */
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
 * Headers with both signatures. During a rotation, webhook-signature contains one for each secret; X-Service-Signature
 * has room for only one, and uses the old secret until the owner switches.
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
