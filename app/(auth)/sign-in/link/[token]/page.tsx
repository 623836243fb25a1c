import { FieldForm } from "@/app/_forms/field-form";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readSignInLink } from "@/lib/services/people/accounts/mailed-links";
import { spendLinkAction } from "../../../actions";
import { Address, SpentPage, titledForVisitor, VisitorPage, visitorWords } from "../../../visitor-page";

export const generateMetadata = titledForVisitor("signIn");

/** Opening it changes nothing, because mail scanners open links too; its button signs in. */
export default async function SignInLinkPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await readSignInLink(systemWorld(), token);
  const words = await visitorWords();
  if (!link)
    return <SpentPage words={words} purpose="signInLinkSpentMeans" to="/sign-in/link" label="sendNewLink" />;
  return (
    <VisitorPage
      words={words}
      title={words.text("signIn")}
      purpose={words.rich("signInAs", { email: <Address>{link.email}</Address> })}
      footer={<a href="/sign-in">{words.text("signInOtherWay")}</a>}
    >
      <FieldForm action={spendLinkAction} submit={words.text("signIn")} hidden={{ token }} fields={[]} />
    </VisitorPage>
  );
}
