import { FieldForm } from "@/app/_forms/field-form";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readSignInLink } from "@/lib/services/people/accounts/mailed-links";
import { spendLinkAction } from "../../../actions";
import { VisitorPage } from "../../../visitor-page";
import { titledForVisitor, visitorWords } from "../../../visitor-words";

export const generateMetadata = titledForVisitor("signIn");

/** Opening it changes nothing, because mail scanners open links too; its button signs in. */
export default async function SignInLinkPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await readSignInLink(systemWorld(), token);
  const words = await visitorWords();
  if (!link) return <SpentLink words={words} />;
  return (
    <VisitorPage
      words={words}
      title={words.text("signIn")}
      purpose={words.rich("signInAs", {
        email: (
          <bdi key="email" className="wrap-anywhere font-medium text-ink">
            {link.email}
          </bdi>
        ),
      })}
      footer={<a href="/sign-in">{words.text("signInOtherWay")}</a>}
    >
      <FieldForm
        action={spendLinkAction}
        titles={problemTitles(words)}
        submit={words.text("signIn")}
        hidden={{ token }}
        fields={[]}
      />
    </VisitorPage>
  );
}

function SpentLink({ words }: { words: DashboardWords }) {
  return (
    <VisitorPage words={words} title={words.text("linkSpent")} purpose={words.text("signInLinkSpentMeans")}>
      <p>
        <ButtonLink href="/sign-in/link">{words.text("sendNewLink")}</ButtonLink>
      </p>
    </VisitorPage>
  );
}
