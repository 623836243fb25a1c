import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import { dashboardLanguageOf, dashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { currentSession } from "@/lib/auth/session";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readEmailChange } from "@/lib/services/people/accounts/verify-address";
import { confirmEmailAction } from "../../actions";
import { Address, VisitorPage } from "../../visitor-page";

export const metadata: Metadata = { title: "E-mail" };

/** Opening it changes nothing, because mail scanners open links too; its button works in any browser. */
export default async function NewEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const change = await readEmailChange(systemWorld(), token);
  if (!change) return <SpentLink />;
  const words = dashboardWords(dashboardLanguageOf(change.language));
  return (
    <VisitorPage
      words={words}
      languages={null}
      title={words.text("newEmailTitle")}
      purpose={words.rich("newEmailMeans", { email: <Address>{change.email}</Address> })}
    >
      <FieldForm
        action={confirmEmailAction}
        submit={words.text("newEmailConfirm")}
        hidden={{ token }}
        fields={[]}
      />
    </VisitorPage>
  );
}

/** In the language of the signed-in person, because a used link no longer says whose it was. */
async function SpentLink() {
  const session = await currentSession();
  const words = dashboardWords(dashboardLanguageOf(session?.user.language ?? "en"));
  return (
    <VisitorPage
      words={words}
      languages={null}
      title={words.text("newEmailSpent")}
      purpose={words.text("newEmailSpentMeans")}
    >
      <p>
        <ButtonLink href="/dashboard/account">{words.text("toYourAccount")}</ButtonLink>
      </p>
    </VisitorPage>
  );
}
