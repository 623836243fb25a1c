import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { serviceName } from "@/app/service-name";
import { AuthFrame } from "@/components/dashboard/auth-frame";
import { ButtonLink } from "@/components/ui/button";
import { readSignInLink } from "@/lib/services/accounts/sign-in-link";
import { systemWorld } from "@/lib/services/system-world";
import { spendLinkAction } from "../../../actions";

export const metadata: Metadata = { title: "Sign in" };

/** Opening it changes nothing, because scanners of mail open links too; its button signs in. */
export default async function SignInLinkPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await readSignInLink(systemWorld(), token);
  if (!link) return <SpentLink />;
  return (
    <AuthFrame
      serviceName={serviceName()}
      title="Sign in"
      purpose={
        <>
          As <bdi className="wrap-anywhere font-medium text-ink">{link.email}</bdi>
        </>
      }
      footer={<a href="/sign-in">Sign in another way</a>}
    >
      <FieldForm action={spendLinkAction} submit="Sign in" hidden={{ token }} fields={[]} />
    </AuthFrame>
  );
}

function SpentLink() {
  return (
    <AuthFrame
      serviceName={serviceName()}
      title="This link no longer works"
      purpose="A link works once, for 15 minutes."
    >
      <p>
        <ButtonLink href="/sign-in/link">Send a new link</ButtonLink>
      </p>
    </AuthFrame>
  );
}
