import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { serviceName } from "@/app/service-name";
import { ActionForm } from "@/components/dashboard/action-form";
import { AuthFrame } from "@/components/dashboard/auth-frame";
import { Button, ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { currentSession } from "@/lib/auth/session";
import { passwordMinCharacters } from "@/lib/services/accounts/password-rules";
import { systemWorld } from "@/lib/services/system-world";
import { type OpenInvitation, readInvitation } from "@/lib/services/team/accept";
import { roleNames } from "@/lib/services/team/member";
import { signOutAction } from "../../actions";
import { joinAction, joinAsNewAction } from "./actions";

export const metadata: Metadata = { title: "Invitation" };

/** Opening it changes nothing; a button joins. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await readInvitation(systemWorld(), token);
  if (!invitation) return <SpentInvitation />;
  const session = await currentSession();
  return (
    <AuthFrame
      serviceName={serviceName()}
      title={`Join ${invitation.accountName}`}
      purpose={
        <>
          <bdi>{invitation.invitedBy}</bdi> invites{" "}
          <bdi className="wrap-anywhere font-medium text-ink">{invitation.email}</bdi> as{" "}
          {roleNames[invitation.role]}.
        </>
      }
    >
      {session ? (
        <SignedIn token={token} invitation={invitation} email={session.user.email} />
      ) : (
        <SignedOut token={token} invitation={invitation} />
      )}
    </AuthFrame>
  );
}

interface Props {
  token: string;
  invitation: OpenInvitation;
}

function SignedIn({ token, invitation, email }: Props & { email: string }) {
  if (email === invitation.email)
    return <FieldForm action={joinAction} submit="Join" hidden={{ token }} fields={[]} />;
  return (
    <div className="grid gap-4">
      <Notice tone="warn" title="This invitation is for another address">
        You are signed in as <bdi className="wrap-anywhere">{email}</bdi>.
      </Notice>
      <ActionForm to={{ action: signOutAction, fields: { next: `/invitation/${token}` } }}>
        <Button>Sign out and go on</Button>
      </ActionForm>
    </div>
  );
}

function SignedOut({ token, invitation }: Props) {
  if (invitation.hasPerson)
    return (
      <p>
        <ButtonLink look="primary" href={`/sign-in?next=/invitation/${token}`}>
          Sign in to join
        </ButtonLink>
      </p>
    );
  return (
    <FieldForm
      action={joinAsNewAction}
      submit="Join"
      hidden={{ token }}
      fields={[
        { kind: "text", name: "name", label: "Your name", autoComplete: "name" },
        {
          kind: "text",
          name: "password",
          label: "Password",
          type: "password",
          autoComplete: "new-password",
          help: `At least ${passwordMinCharacters} characters.`,
        },
      ]}
    />
  );
}

function SpentInvitation() {
  return (
    <AuthFrame
      serviceName={serviceName()}
      title="This invitation no longer works"
      purpose="A link works once, for seven days, and may be taken back. Ask whoever invited you for a new one."
    >
      <p>
        <ButtonLink href="/sign-in">Go to sign-in</ButtonLink>
      </p>
    </AuthFrame>
  );
}
