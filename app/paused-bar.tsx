import { dashboardWords } from "@/components/dashboard/messages/words";
import { Notice } from "@/components/ui/blocks";
import { visitorLanguages } from "@/lib/auth/request";
import { currentSession } from "@/lib/auth/session";
import { dashboardLanguage } from "@/lib/domain/languages";

/** On every page of the signed-in areas of a paused instance, so that nobody takes it for the live one. */
export async function PausedBar() {
  const session = await currentSession();
  const words = dashboardWords(
    dashboardLanguage(session?.user.language, ...(await visitorLanguages())) ?? "en",
  );
  return (
    <div lang={words.lang}>
      <Notice tone="warn" title={words.text("paused")}>
        <p>{words.text("pausedMeans")}</p>
      </Notice>
    </div>
  );
}
