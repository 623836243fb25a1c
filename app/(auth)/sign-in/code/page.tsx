import { redirect } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { readWaiting } from "@/lib/auth/sign-in-steps";
import { secondStepAction } from "../../actions";
import { BrowserZone, titledForVisitor, VisitorPage, visitorWords } from "../../visitor-page";

export const generateMetadata = titledForVisitor("enterCode");

export default async function SecondStepPage() {
  if (!(await readWaiting())) redirect("/sign-in");
  const words = await visitorWords();
  return (
    <VisitorPage
      words={words}
      title={words.text("enterCode")}
      purpose={words.text("enterCodeMeans")}
      footer={<a href="/sign-in">{words.text("startAgain")}</a>}
    >
      <FieldForm
        action={secondStepAction}
        submit={words.text("signIn")}
        fields={[{ kind: "text", name: "code", label: words.text("code"), autoComplete: "one-time-code" }]}
        note={<BrowserZone />}
      />
    </VisitorPage>
  );
}
