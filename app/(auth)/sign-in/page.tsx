import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { FlashNotice } from "@/app/_forms/flash-notice";
import { serviceName } from "@/app/service-name";
import { AuthFrame } from "@/components/dashboard/auth-frame";
import { Notice } from "@/components/ui/notice";
import { currentSession } from "@/lib/auth/session";
import { signInAction } from "../actions";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ why?: string }> }) {
  const session = await currentSession();
  if (session?.memberships.length) redirect("/dashboard");
  if (session?.user.isOperator) redirect("/ops/messages");
  const { why } = await searchParams;
  return (
    <AuthFrame
      serviceName={serviceName()}
      title="Sign in"
      footer={
        <p>
          New here? <a href="/sign-up">Create an account</a>
        </p>
      }
    >
      <FlashNotice />
      {why === "no_store" ? (
        <Notice tone="warn" title="This account has no store">
          Ask the owner of the store to invite you again.
        </Notice>
      ) : null}
      <FieldForm
        action={signInAction}
        submit="Sign in"
        fields={[
          { kind: "text", name: "email", label: "E-mail", type: "email", autoComplete: "username" },
          {
            kind: "text",
            name: "password",
            label: "Password",
            type: "password",
            autoComplete: "current-password",
          },
        ]}
        note={
          <a className="text-ink-2 underline underline-offset-2" href="/forgot-password">
            Forgot your password?
          </a>
        }
      />
    </AuthFrame>
  );
}
