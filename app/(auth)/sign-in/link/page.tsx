import { askForLinkAction } from "../../actions";
import { AskForMail, titledForVisitor } from "../../visitor-page";

export const generateMetadata = titledForVisitor("signInByMail");

export default async function AskForLinkPage({ searchParams }: { searchParams: Promise<{ sent?: string }> }) {
  const { sent } = await searchParams;
  return (
    <AskForMail
      title="signInByMail"
      purpose="signInLinkMeans"
      action={askForLinkAction}
      sent={Boolean(sent)}
    />
  );
}
