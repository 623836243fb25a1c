import { FieldForm } from "@/app/_forms/field-form";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import { Notice } from "@/components/ui/notice";
import { askForLinkAction } from "../../actions";
import { VisitorPage } from "../../visitor-page";
import { titledForVisitor, visitorWords } from "../../visitor-words";

export const generateMetadata = titledForVisitor("signInByMail");

export default async function AskForLinkPage({ searchParams }: { searchParams: Promise<{ sent?: string }> }) {
  const words = await visitorWords();
  const { sent } = await searchParams;
  return (
    <VisitorPage
      words={words}
      title={words.text("signInByMail")}
      purpose={words.text("signInLinkMeans")}
      footer={<a href="/sign-in">{words.text("backToSignIn")}</a>}
    >
      {sent ? (
        <Notice tone="ok" title={words.text("checkMail")}>
          {words.text("checkMailMeans")}
        </Notice>
      ) : (
        <FieldForm
          action={askForLinkAction}
          titles={problemTitles(words)}
          submit={words.text("sendLink")}
          fields={[
            {
              kind: "text",
              name: "email",
              label: words.text("email"),
              type: "email",
              autoComplete: "username",
            },
          ]}
        />
      )}
    </VisitorPage>
  );
}
