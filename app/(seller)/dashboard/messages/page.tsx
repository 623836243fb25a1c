import { messageFilters, spanOf } from "@/app/_lists/filters";
import { MessageRow } from "@/components/dashboard/message-row";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { systemWorld } from "@/lib/services/desk/system-world";
import { listStoreMessages } from "@/lib/services/notify/messages/list";
import { pageOf } from "../developers/words";
import { templateText } from "../history-words";
import { sellerListPage } from "../seller-list";
import { titled } from "../words";

export const generateMetadata = titled("messages");

function purpose({ text }: DashboardWords): string {
  const { mailer, sms } = systemWorld();
  const what = text("messagesPurpose");
  if (mailer && sms) return what;
  const lacks = mailer ? "noSmsYet" : sms ? "noEmailYet" : "noneSentYet";
  return `${what} ${text(lacks)}`;
}

/** The messages to the store's customers, and whether they arrived. */
export default sellerListPage("messages", {
  path: "/dashboard/messages",
  filters: messageFilters,
  read: (who, values, page) => {
    const { channel, status } = values;
    const kinds = { ...(channel ? { channel } : {}), ...(status ? { status } : {}) };
    return listStoreMessages(who.world, who.caller, { ...kinds, ...spanOf(who, values) }, page);
  },
  head: ({ words }) => ({ title: words.text("messages"), purpose: purpose(words) }),
  item: (message, { timeZone, words }) => {
    const hidden = words.text(message.template === "contact_code" ? "codeHidden" : "textHidden");
    const title = templateText(message, words);
    const href = message.objectId ? pageOf(message.objectId, "live") : null;
    return <MessageRow message={{ ...message, title, hidden, href }} timeZone={timeZone} words={words} />;
  },
  empty: {
    noneMatches: "noMessageMatches",
    pastTheEnd: "pastTheEnd",
    none: ({ words }) => ({ sentence: words.text("noMessage") }),
  },
});
