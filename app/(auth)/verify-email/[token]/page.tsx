import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import { ActionForm } from "@/components/dashboard/action-form";
import { Button, ButtonLink } from "@/components/ui/button";
import { currentSession, isKnownHere } from "@/lib/auth/session";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readAddressProof } from "@/lib/services/people/accounts/verify-address";
import { confirmAddressAction, signOutAction } from "../../actions";
import { Address, SpentPage, titledForVisitor, VisitorPage, visitorWords } from "../../visitor-page";

export const generateMetadata = titledForVisitor("confirmAddress");

/** Opening it changes nothing; a button does, for the person who made the account and is signed in. */
export default async function VerifyEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const proof = await readAddressProof(systemWorld(), token);
  const words = await visitorWords();
  if (!proof)
    return (
      <SpentPage words={words} purpose="confirmAddressSpent" to="/dashboard/account" label="toYourAccount" />
    );
  const session = await currentSession();
  const isTheirs = session?.user.id === proof.userId;
  const isShown = isTheirs && (await isKnownHere());
  const email = <Address>{proof.email}</Address>;
  return (
    <VisitorPage
      words={words}
      title={words.text("confirmAddress")}
      purpose={words.rich(isShown ? "confirmAddressAs" : "confirmAddressSignInMeans", { email })}
    >
      {isTheirs ? (
        <FieldForm
          action={confirmAddressAction}
          submit={words.text("confirmAddress")}
          hidden={{ token }}
          fields={isShown ? [] : proofSpecs(words, { hasTwoStep: false })}
          note={
            isShown ? null : (
              <a className="text-ink-2 underline underline-offset-2" href="/forgot-password">
                {words.text("forgotPassword")}
              </a>
            )
          }
        />
      ) : session ? (
        <ActionForm to={{ action: signOutAction, fields: { next: `/verify-email/${token}` } }}>
          <Button>{words.text("signOutGoOn")}</Button>
        </ActionForm>
      ) : (
        <p>
          <ButtonLink look="primary" href={`/sign-in?next=/verify-email/${token}`}>
            {words.text("confirmAddressSignIn")}
          </ButtonLink>
        </p>
      )}
    </VisitorPage>
  );
}
