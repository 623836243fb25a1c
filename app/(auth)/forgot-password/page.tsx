import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { serviceName } from "@/app/service-name";
import { AuthFrame } from "@/components/dashboard/auth-frame";
import { Notice } from "@/components/ui/notice";
import { forgotPasswordAction } from "../actions";

export const metadata: Metadata = { title: "Set a new password" };

export default async function ForgotPasswordPage({
  searchParams,
}: {
  searchParams: Promise<{ sent?: string }>;
}) {
  const { sent } = await searchParams;
  return (
    <AuthFrame
      serviceName={serviceName()}
      title="Set a new password"
      purpose="We send you a link that works once, for 30 minutes."
      footer={<a href="/sign-in">Back to sign-in</a>}
    >
      {sent ? (
        <Notice tone="ok" title="Check your mail">
          If there is an account with this address, a link is on its way. On a server without mail, whoever
          runs it finds the link among the messages.
        </Notice>
      ) : (
        <FieldForm
          action={forgotPasswordAction}
          submit="Send the link"
          fields={[{ kind: "text", name: "email", label: "E-mail", type: "email", autoComplete: "username" }]}
        />
      )}
    </AuthFrame>
  );
}
