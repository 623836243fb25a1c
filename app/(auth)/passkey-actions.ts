"use server";

import { z } from "zod";
import type { PasskeyAsked } from "@/app/_forms/passkey-form";
import { publicForm, textField } from "@/lib/auth/guarded-action";
import { AuthenticationAnswer } from "@/lib/auth/passkey-input";
import { requestIp } from "@/lib/auth/request";
import { sealedCookie } from "@/lib/auth/sealed-cookie";
import { afterLastStep } from "@/lib/auth/sign-in-steps";
import { beginPasskeySignIn, verifyPasskey } from "@/lib/services/people/accounts/passkeys";
import { visitorWords } from "./visitor-page";

const Challenge = z.object({ challenge: z.string(), issuedAt: z.number() });
const challengeCookie = sealedCookie("passkey-sign-in", Challenge, 5 * 60);

const Sent = z.object({ next: textField, answer: textField });

/** Without an answer: what the browser asks its authenticator for. With one: signs in. */
export const passkeySignInAction = publicForm<typeof Sent, PasskeyAsked>(
  Sent,
  async ({ next, answer }, world) => {
    if (!answer) {
      const { options, issuedAt } = await beginPasskeySignIn(world);
      await challengeCookie.write({ challenge: options.challenge, issuedAt });
      return { result: { options: JSON.stringify(options), fields: { next } } };
    }
    const begun = await challengeCookie.read();
    const response = AuthenticationAnswer.safeParse(answer);
    if (!begun || !response.success) {
      const text = (await visitorWords()).text("tooMuchTimeTry");
      return { to: "/sign-in", flash: { tone: "bad", text } };
    }
    await challengeCookie.clear();
    const ip = await requestIp();
    const person = await verifyPasskey(world, { ...begun, response: response.data, ip });
    return { to: await afterLastStep(person, next) };
  },
);
