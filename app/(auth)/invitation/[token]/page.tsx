import { FieldForm } from "@/app/_forms/field-form";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Notice } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { currentSession } from "@/lib/auth/session";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type OpenInvitation, readInvitation } from "@/lib/services/people/team/invite";
import { joinAction, joinAsNewAction, signOutAction } from "../../actions";
import {
  Address,
  newPasswordField,
  SpentPage,
  titledForVisitor,
  VisitorPage,
  visitorWords,
} from "../../visitor-page";

export const generateMetadata = titledForVisitor("invitation");

/** Opening it changes nothing; a button joins. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await readInvitation(systemWorld(), token);
  const words = await visitorWords();
  if (!invitation)
    return (
      <SpentPage
        words={words}
        title="invitationSpent"
        purpose="invitationSpentMeans"
        to="/sign-in"
        label="goToSignIn"
      />
    );
  const session = await currentSession();
  return (
    <VisitorPage
      words={words}
      title={words.text("joinAccount", { account: invitation.accountName })}
      purpose={words.rich("invites", {
        name: <bdi>{invitation.invitedBy}</bdi>,
        email: <Address>{invitation.email}</Address>,
        role: words.text(asRole[invitation.role]),
      })}
    >
      {session ? (
        <SignedIn token={token} invitation={invitation} email={session.user.email} words={words} />
      ) : (
        <SignedOut token={token} invitation={invitation} words={words} />
      )}
    </VisitorPage>
  );
}

const asRole = {
  owner: "asOwner",
  admin: "asAdmin",
  support: "asSupport",
  developer: "asDeveloper",
  viewer: "asViewer",
} as const;

interface Props {
  words: DashboardWords;
  token: string;
  invitation: OpenInvitation;
}

function SignedIn({ token, invitation, email, words }: Props & { email: string }) {
  if (email === invitation.email)
    return <FieldForm action={joinAction} submit={words.text("join")} hidden={{ token }} fields={[]} />;
  return (
    <div className="grid gap-4">
      <Notice tone="warn" title={words.text("forAnother")}>
        {words.rich("signedInAs", {
          email: <bdi className="wrap-anywhere">{email}</bdi>,
        })}
      </Notice>
      <ActionForm to={{ action: signOutAction, fields: { next: `/invitation/${token}` } }}>
        <Button>{words.text("signOutGoOn")}</Button>
      </ActionForm>
    </div>
  );
}

function SignedOut({ token, invitation, words }: Props) {
  if (invitation.hasPerson)
    return (
      <p>
        <ButtonLink look="primary" href={`/sign-in?next=/invitation/${token}`}>
          {words.text("signInToJoin")}
        </ButtonLink>
      </p>
    );
  return (
    <FieldForm
      action={joinAsNewAction}
      submit={words.text("join")}
      hidden={{ token }}
      fields={[
        { kind: "text", name: "name", label: words.text("nameOfPerson"), autoComplete: "name" },
        newPasswordField(words, words.text("password")),
      ]}
    />
  );
}
