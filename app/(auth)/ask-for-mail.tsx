import type { ComponentProps } from "react";
import { FieldForm } from "@/app/_forms/field-form";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import type { DashboardKey } from "@/components/dashboard/messages/words";
import { Notice } from "@/components/ui/blocks";
import { VisitorPage } from "./visitor-page";
import { visitorWords } from "./visitor-words";

/** A page that mails a link to the typed address, with the same answer whether or not anybody has that address. */
export async function AskForMail(props: {
  title: DashboardKey;
  purpose: DashboardKey;
  action: ComponentProps<typeof FieldForm>["action"];
  sent: boolean;
}) {
  const words = await visitorWords();
  return (
    <VisitorPage
      words={words}
      title={words.loose(props.title, {})}
      purpose={words.loose(props.purpose, {})}
      footer={<a href="/sign-in">{words.text("backToSignIn")}</a>}
    >
      {props.sent ? (
        <Notice tone="ok" title={words.text("checkMail")}>
          {words.text("checkMailMeans")}
        </Notice>
      ) : (
        <FieldForm
          action={props.action}
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
