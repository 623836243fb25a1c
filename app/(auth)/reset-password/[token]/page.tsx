import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { serviceName } from "@/app/service-name";
import { AuthFrame } from "@/components/dashboard/auth-frame";
import { ButtonLink } from "@/components/ui/button";
import { passwordMinCharacters } from "@/lib/services/accounts/password-rules";
import { isResetToken } from "@/lib/services/accounts/reset-password";
import { systemWorld } from "@/lib/services/system-world";
import { resetPasswordAction } from "../../actions";

export const metadata: Metadata = { title: "Set a new password" };

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  if (!(await isResetToken(systemWorld(), token))) return <SpentLink />;
  return (
    <AuthFrame
      serviceName={serviceName()}
      title="Set a new password"
      purpose="You will be signed out on every device."
    >
      <FieldForm
        action={resetPasswordAction}
        submit="Set password"
        hidden={{ token }}
        fields={[
          {
            kind: "text",
            name: "password",
            label: "New password",
            type: "password",
            autoComplete: "new-password",
            help: `At least ${passwordMinCharacters} characters.`,
          },
        ]}
      />
    </AuthFrame>
  );
}

function SpentLink() {
  return (
    <AuthFrame
      serviceName={serviceName()}
      title="This link no longer works"
      purpose="A link works once, for 30 minutes. Your password was not changed."
    >
      <p>
        <ButtonLink href="/forgot-password">Send a new link</ButtonLink>
      </p>
    </AuthFrame>
  );
}
