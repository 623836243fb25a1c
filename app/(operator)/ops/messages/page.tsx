import { messageFilters, spanOf } from "@/app/_lists/filters";
import { templateText } from "@/app/(seller)/dashboard/history-words";
import { MessageRow } from "@/components/dashboard/message-row";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { listMessages } from "@/lib/services/desk/operator/overview";
import { systemWorld } from "@/lib/services/desk/system-world";
import { titledForOperator } from "../desk";
import { operatorListPage } from "../operator-page";

function purpose(words: DashboardWords): string {
  const { mailer, sms } = systemWorld();
  if (mailer) return words.text(sms ? "allMessages" : "messagesNoSms");
  return words.text(sms ? "messagesNoMail" : "messagesKept");
}

export const generateMetadata = titledForOperator("messages");

export default operatorListPage("messages", {
  path: "/ops/messages",
  filters: messageFilters,
  read: (who, values, page) => {
    const { channel, status } = values;
    const kinds = { ...(channel ? { channel } : {}), ...(status ? { status } : {}) };
    return listMessages(who.world, who.operator, { ...kinds, ...spanOf(who, values) }, page);
  },
  head: ({ words }) => ({ title: words.text("messages"), purpose: purpose(words) }),
  item: (message, { timeZone, words }) => (
    <MessageRow
      message={{ ...message, title: templateText(message, words) }}
      timeZone={timeZone}
      words={words}
    />
  ),
  empty: {
    noneMatches: "noMessageMatches",
    none: ({ words }) => ({ sentence: words.text("noMessageAtAll") }),
  },
});
