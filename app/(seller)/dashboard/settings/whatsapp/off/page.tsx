import { done } from "@/lib/auth/sealed-cookie";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readOwnWhatsapp, removeWhatsapp } from "@/lib/services/notify/whatsapp/connect";
import { actPage, inSection, NothingToDo } from "../../../act-page";
import { whatsappPath } from "../../../paths";
import { wordsFor } from "../../../words";

const number = inSection("settings", (seller) => readOwnWhatsapp(systemWorld(), seller.caller(true)));
const back = { href: whatsappPath, text: "WhatsApp" };

/** Takes the store's own number off. What was sent by it stays. */
const off = actPage({
  on: { ...number, back: () => back },
  may: "whatsapp.change",
  title: "whatsappOff",
  purpose: ({ words }) => words.text("whatsappOffMeans"),
  go: "whatsappOff",
  isHarsh: true,
  fields: {},
  proves: true,
  closed: ({ row, words }) =>
    row ? null : <NothingToDo title={words.text("whatsappNoNumber")} back={back} />,
  run: async (seller, { proof }, world) => {
    await removeWhatsapp(world, seller.caller(true), proof);
    return done(whatsappPath, wordsFor(seller).text("whatsappIsOff"));
  },
});

export const generateMetadata = off.metadata;
export default off.page(async (previous, form) => {
  "use server";
  return off.send(previous, form);
});
