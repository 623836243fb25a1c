import { done } from "@/lib/auth/sealed-cookie";
import { NotFound } from "@/lib/domain/refusal";
import { systemWorld } from "@/lib/services/desk/system-world";
import { disconnectDevice, readDevice } from "@/lib/services/money/fiscal/device";
import { actPage, inSection, NothingToDo } from "../../../act-page";
import { fiscalPath } from "../../../paths";
import { wordsFor } from "../../../words";

const device = inSection(
  "settings",
  async (seller) => (await readDevice(systemWorld(), seller.caller(true))).device,
);

/** Ends the connection to the tax authority. What was signed stays. */
const off = actPage({
  on: { ...device, back: (_, words) => ({ href: fiscalPath, text: words.text("fiscalTitle") }) },
  may: "store.settings",
  title: "fiscalOff",
  purpose: ({ words }) => words.text("fiscalOffMeans"),
  go: "fiscalOff",
  isHarsh: true,
  fields: {},
  closed: ({ row, words }) =>
    row ? null : (
      <NothingToDo
        title={words.text("fiscalNone")}
        back={{ href: fiscalPath, text: words.text("fiscalTitle") }}
      />
    ),
  run: async (seller, _sent, world) => {
    await disconnectDevice(world, seller.caller(true)).catch((error: unknown) => {
      // Pressed twice: it is off.
      if (!(error instanceof NotFound)) throw error;
    });
    return done(fiscalPath, wordsFor(seller).text("fiscalIsOff"));
  },
});

export const generateMetadata = off.metadata;
export default off.page(async (previous, form) => {
  "use server";
  return off.send(previous, form);
});
