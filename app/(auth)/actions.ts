"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import { dashboardLanguageOf, dashboardWords } from "@/components/dashboard/messages/words";
import { chooseStore } from "@/lib/auth/current-seller";
import { fieldOf } from "@/lib/auth/form-fields";
import { personForm, publicForm, textField } from "@/lib/auth/guarded-action";
import { isSameOrigin, requestIp } from "@/lib/auth/request";
import { done } from "@/lib/auth/sealed-cookie";
import { currentSession, endSession, isKnownHere, knowsPerson, startSession } from "@/lib/auth/session";
import { afterFirstStep, afterLastStep, localPath, readWaiting } from "@/lib/auth/sign-in-steps";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { requestPasswordReset, resetPassword } from "@/lib/services/people/accounts/change-password";
import { verifySecondStep } from "@/lib/services/people/accounts/confirm-person";
import { requestSignInLink, spendSignInLink } from "@/lib/services/people/accounts/mailed-links";
import { chooseLanguage } from "@/lib/services/people/accounts/person";
import { signUp } from "@/lib/services/people/accounts/sign-up";
import {
  confirmAddress,
  confirmEmailChange,
  readEmailChange,
} from "@/lib/services/people/accounts/verify-address";
import { verifyPassword } from "@/lib/services/people/accounts/verify-password";
import { completePlace } from "@/lib/services/people/accounts/write-store";
import { acceptAsNewPerson, acceptInvitation } from "@/lib/services/people/team/invite";
import { signUpFields } from "./sign-up/fields";
import { visitorWords } from "./visitor-page";

const Address = z.object({ email: textField });
const Credentials = Address.extend({ password: textField });

export const signInAction = publicForm(
  Credentials.extend({ next: textField, zone: textField }),
  async (input, world) => {
    const person = await verifyPassword(world, { ...input, ip: await requestIp(), isKnown: knowsPerson });
    return { to: await afterFirstStep(person, input.next, input.zone) };
  },
);

/** The code that follows a password or a mailed link. */
export const secondStepAction = publicForm(
  z.object({ code: textField, zone: textField }),
  async ({ code, zone }, world) => {
    const waiting = await readWaiting();
    if (!waiting) {
      const text = (await visitorWords()).text("tooMuchTime");
      return { to: "/sign-in", flash: { tone: "bad", text } };
    }
    const person = await verifySecondStep(world, { ...waiting, code });
    return { to: await afterLastStep(person, waiting.next, zone) };
  },
);

const NewAccount = z.object(shapeOf(signUpFields));

export const signUpAction = publicForm(NewAccount, async (input, world) => {
  const person = await signUp(world, { ...input, ...completePlace(input), ip: await requestIp() });
  // The dashboard continues in the language of the sign-up page.
  await chooseLanguage(world, person, (await visitorWords()).lang);
  await startSession({ ...person, by: "sign_up" });
  return { to: "/dashboard" };
});

export const forgotPasswordAction = publicForm(Address, async ({ email }, world) => {
  requireAddress(email);
  const ip = await requestIp();
  await inEvenTime(() => requestPasswordReset(world, { email, ip }));
  return { to: "/forgot-password?sent=1" };
});

export const askForLinkAction = publicForm(Address, async ({ email }, world) => {
  requireAddress(email);
  const ip = await requestIp();
  await inEvenTime(() => requestSignInLink(world, { email, ip }));
  return { to: "/sign-in/link?sent=1" };
});

/** A malformed address may be reported; whether an account has the address may not. */
function requireAddress(email: string): void {
  if (!isEmail(normalizeEmail(email))) throw new Invalid({ email: [say("email_plain")] });
}

/** The button on the page of a mailed link. */
export const spendLinkAction = publicForm(z.object({ token: textField }), async ({ token }, world) => ({
  to: await afterFirstStep(await spendSignInLink(world, token, { isKnown: knowsPerson }), null),
}));

const NewPassword = z.object({ token: textField, password: textField });

export const resetPasswordAction = publicForm(NewPassword, async (input, world) => {
  await resetPassword(world, { ...input, isKnown: knowsPerson });
  return done("/sign-in", (await visitorWords()).text("passwordSet"));
});

/** From another site it does nothing, because a link that signs people out is a nuisance too. */
export async function signOutAction(form?: FormData): Promise<void> {
  if (await isSameOrigin()) await endSession();
  const next = localPath(fieldOf(form, "next"));
  redirect(next ?? "/sign-in");
}

const Link = z.object({ token: textField });

export const joinAction = personForm(Link, async ({ user }, { token }, world) => {
  const { storeId } = await acceptInvitation(world, user.id, token);
  if (storeId !== null) await chooseStore(storeId);
  return { to: "/dashboard" };
});

const NewPerson = Link.extend({ name: textField, password: textField });

export const joinAsNewAction = publicForm(NewPerson, async (input, world) => {
  const { storeId, ...person } = await acceptAsNewPerson(world, input);
  await chooseLanguage(world, person, (await visitorWords()).lang);
  await startSession({ ...person, by: "invitation" });
  if (storeId !== null) await chooseStore(storeId);
  return { to: "/dashboard" };
});

/**
 * The button on the link's page. A browser that is signed in as this person stays signed in; all others are signed out.
 */
export const confirmEmailAction = publicForm(z.object({ token: textField }), async ({ token }, world) => {
  const session = await currentSession();
  const change = await readEmailChange(world, token);
  if (!change) throw new NotFound();
  const { userId } = await confirmEmailChange(world, token, { sessionId: session?.id ?? null });
  const words = dashboardWords(dashboardLanguageOf(change.language));
  const text = words.text("emailChanged", { email: change.email });
  return session?.user.id === userId
    ? done("/dashboard/account", text)
    : done("/sign-in", words.text("emailChangedSignIn"));
});

export const confirmAddressAction = personForm(
  z.object({ token: textField, password: textField }),
  async ({ user }, { token, password }, world) => {
    await confirmAddress(world, user.id, token, { isKnown: await isKnownHere(), password });
    return done("/dashboard/account", (await visitorWords()).text("confirmAddressDone"));
  },
);

const leastMs = 400;

/**
 * Answers no sooner than 0.4 seconds after the request. Work for an address with an account takes longer than for one
 * without, and the timing must not show the difference.
 */
async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const least = new Promise<void>((resolve) => setTimeout(resolve, leastMs));
  try {
    return await work();
  } finally {
    await least;
  }
}
