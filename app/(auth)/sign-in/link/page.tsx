import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { serviceName } from "@/app/service-name";
import { AuthFrame } from "@/components/dashboard/auth-frame";
import { Notice } from "@/components/ui/notice";
import { askForLinkAction } from "../../actions";

export const metadata: Metadata = { title: "Sign in by mail" };

export default async function AskForLinkPage({ searchParams }: { searchParams: Promise<{ sent?: string }> }) {
  const { sent } = await searchParams;
  return (
    <AuthFrame
      serviceName={serviceName()}
      title="Sign in by mail"
      purpose="We send you a link that works once, for 15 minutes."
      footer={<a href="/sign-in">Back to sign-in</a>}
    >
      {sent ? (
        <Notice tone="ok" title="Check your mail">
          If there is an account with this address, a link is on its way. On a server without mail, whoever
          runs it finds the link among the messages.
        </Notice>
      ) : (
        <FieldForm
          action={askForLinkAction}
          submit="Send the link"
          fields={[{ kind: "text", name: "email", label: "E-mail", type: "email", autoComplete: "username" }]}
        />
      )}
    </AuthFrame>
  );
}
