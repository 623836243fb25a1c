import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { FlashNotice } from "@/app/_forms/flash-notice";
import { serviceName } from "@/app/service-name";
import { AuthFrame } from "@/components/dashboard/auth-frame";
import { Notice } from "@/components/ui/notice";
import { currentSession } from "@/lib/auth/session";
import { localPath } from "@/lib/auth/sign-in-steps";
import { signInAction } from "../actions";
import { PasskeySignIn } from "../passkey-sign-in";

export const metadata: Metadata = { title: "Sign in" };

interface Props {
  searchParams: Promise<{ why?: string; next?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: Props) {
  const session = await currentSession();
  if (session?.memberships.length) redirect("/dashboard");
  if (session?.user.isOperator) redirect("/ops");
  const { why, next: asked } = await searchParams;
  const next = localPath(typeof asked === "string" ? asked : null) ?? "";
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
        hidden={{ next }}
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
      <OtherWays next={next} />
    </AuthFrame>
  );
}

function OtherWays({ next }: { next: string }) {
  return (
    <div className="grid justify-items-start gap-4 border-t border-rule pt-4">
      <PasskeySignIn
        next={next}
        words={{
          button: "Use a passkey",
          failed: "No passkey was used. Try again, or sign in with your password.",
        }}
      />
      <a className="underline underline-offset-2" href="/sign-in/link">
        Have a sign-in link mailed to you
      </a>
    </div>
  );
}
