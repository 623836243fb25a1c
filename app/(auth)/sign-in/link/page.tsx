import { systemWorld } from "@/lib/services/desk/system-world";
import { askForLinkAction } from "../../actions";
import { AskForMail, DemoPage, titledForVisitor } from "../../visitor-page";

export const generateMetadata = titledForVisitor("signInByMail");

export default async function AskForLinkPage({ searchParams }: { searchParams: Promise<{ sent?: string }> }) {
  if (systemWorld().config.publicDemo) return <DemoPage title="signInByMail" />;
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
