"use server";

import { z } from "zod";
import { argumentOf } from "@/lib/auth/form-fields";
import { AuthenticationAnswer } from "@/lib/auth/passkey-input";
import { isSameOrigin, otherOriginProblem, requestIp } from "@/lib/auth/request";
import { sealedCookie } from "@/lib/auth/sealed-cookie";
import { afterLastStep } from "@/lib/auth/sign-in-steps";
import { Invalid } from "@/lib/domain/refusal";
import { systemWorld } from "@/lib/services/desk/system-world";
import { beginPasskeySignIn, verifyPasskey } from "@/lib/services/people/accounts/passkeys";
import { problemText } from "@/lib/text/problem";
import { visitorWords } from "./visitor-page";

const Challenge = z.object({ challenge: z.string(), issuedAt: z.number() });
const challengeCookie = sealedCookie("passkey-sign-in", Challenge, 5 * 60);

type Begun = Awaited<ReturnType<typeof beginPasskeySignIn>>["options"];

/** The browser's options for its authenticator. */
export async function beginPasskeySignInAction(): Promise<Begun | { problem: string }> {
  if (!(await isSameOrigin()))
    return { problem: problemText((await visitorWords()).lang, otherOriginProblem()) };
  const { options, issuedAt } = await beginPasskeySignIn(systemWorld());
  await challengeCookie.write({ challenge: options.challenge, issuedAt });
  return options;
}

/** Signs in with the authenticator's answer, and returns the next page. */
export async function passkeySignInAction(
  answer: unknown,
  next: string,
): Promise<{ to: string } | { problem: string }> {
  if (!(await isSameOrigin()))
    return { problem: problemText((await visitorWords()).lang, otherOriginProblem()) };
  const begun = await challengeCookie.read();
  const response = AuthenticationAnswer.safeParse(answer);
  if (!begun || !response.success) return { problem: (await visitorWords()).text("tooMuchTimeTry") };
  await challengeCookie.clear();
  try {
    const ip = await requestIp();
    const person = await verifyPasskey(systemWorld(), { ...begun, response: response.data, ip });
    return { to: await afterLastStep(person, argumentOf(next)) };
  } catch (error) {
    if (error instanceof Invalid) return { problem: problemText((await visitorWords()).lang, error.first) };
    throw error;
  }
}
