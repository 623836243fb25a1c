import { z } from "zod";

/** Bytes as browsers send them; the largest is a statement of a few hundred. */
const bytes = z
  .string()
  .max(10_000)
  .regex(/^[\w-]+$/);

const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal("public-key"),
  // Extra fields of an authenticator are ignored.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom" });
    return z.NEVER;
  }
});

/** A browser's answer when it made a passkey. */
export const RegistrationAnswer = json.pipe(
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z.array(z.string().max(30)).max(10).optional(),
    }),
  }),
);

/** A browser's answer when it signed in with one. */
export const AuthenticationAnswer = json.pipe(
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes.optional(),
    }),
  }),
);
