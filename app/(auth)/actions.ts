"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { FormState } from "@/lib/auth/form-state";
import { publicForm, textField } from "@/lib/auth/guarded-action";
import { requestIp } from "@/lib/auth/request-ip";
import { isSameOrigin } from "@/lib/auth/same-origin";
import { endSession, startSession } from "@/lib/auth/session";
import { Invalid } from "@/lib/domain/refusal";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { requestPasswordReset } from "@/lib/services/accounts/request-password-reset";
import { resetPassword } from "@/lib/services/accounts/reset-password";
import { signUp } from "@/lib/services/accounts/sign-up";
import { verifyPassword } from "@/lib/services/accounts/verify-password";

const Credentials = z.object({ email: textField, password: textField });

export async function signInAction(previous: FormState, form: FormData): Promise<FormState> {
  return publicForm(previous, form, Credentials, async (input, world) => {
    const signedIn = await verifyPassword(world, { ...input, ip: await requestIp() });
    await startSession(signedIn);
    return { to: signedIn.isOperator && !signedIn.hasStore ? "/ops/messages" : "/dashboard" };
  });
}

const NewAccount = Credentials.extend({
  name: textField,
  storeName: textField,
  country: textField,
  currency: textField,
  timeZone: textField,
});

export async function signUpAction(previous: FormState, form: FormData): Promise<FormState> {
  return publicForm(previous, form, NewAccount, async (input, world) => {
    await startSession(await signUp(world, { ...input, ip: await requestIp() }));
    return { to: "/dashboard" };
  });
}

export async function forgotPasswordAction(previous: FormState, form: FormData): Promise<FormState> {
  return publicForm(previous, form, Credentials, async ({ email }, world) => {
    // The shape of an address may be judged aloud; whether somebody has it may not.
    if (!isEmail(normalizeEmail(email))) throw new Invalid({ email: ["Enter an e-mail address."] });
    await requestPasswordReset(world, { email });
    return { to: "/forgot-password?sent=1" };
  });
}

const NewPassword = z.object({ token: textField, password: textField });

export async function resetPasswordAction(previous: FormState, form: FormData): Promise<FormState> {
  return publicForm(previous, form, NewPassword, async (input, world) => {
    await resetPassword(world, input);
    return { to: "/sign-in", flash: { tone: "ok", text: "Your new password is set. Sign in with it." } };
  });
}

/** From another site it does nothing: being signed out by a link is a nuisance too. */
export async function signOutAction(): Promise<void> {
  if (await isSameOrigin()) await endSession();
  redirect("/sign-in");
}
