import { facts } from "@/components/dashboard/pieces";
import { Facts, Notice, Timestamp } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { done } from "@/lib/auth/sealed-cookie";
import { fiscalKinds, untaxedClasses } from "@/lib/domain/fiscal";
import { systemWorld } from "@/lib/services/desk/system-world";
import { connectDevice, kindsFor, readDevice } from "@/lib/services/money/fiscal/device";
import { type About, actPage, inSection } from "../../act-page";
import { fiscalBooksPath, fiscalPath } from "../../paths";
import { wordsFor } from "../../words";

type Known = Awaited<ReturnType<typeof readDevice>>;

/** The device at the tax authority that signs what the store sells. `connectDevice` says what is wrong with the fields. */
const connect = actPage({
  on: inSection("settings", (seller): Promise<Known> => readDevice(systemWorld(), seller.caller(true))),
  may: "store.settings",
  title: "fiscalTitle",
  purpose: ({ words }) => words.text("fiscalPurpose"),
  go: "fiscalCheck",
  more: "fiscalMore",
  fields: {
    kind: {
      kind: "select",
      label: "fiscalSystem",
      options: ({ seller, words }) =>
        kindsFor(systemWorld(), seller.store.country).map((value) => ({
          value,
          label: words.text(`fiscalKind_${value}`),
        })),
    },
    tin: { kind: "text", label: "fiscalTin", help: "fiscalTinHelp", placeholder: "P051234567A" },
    branch: { kind: "text", label: "fiscalBranch", help: "fiscalBranchHelp", placeholder: "00" },
    serial: { kind: "text", label: "fiscalSerial", help: "fiscalSerialHelp" },
    untaxedClass: {
      kind: "select",
      label: "fiscalUntaxed",
      help: "fiscalUntaxedHelp",
      options: ({ words }) =>
        untaxedClasses.map((value) => ({ value, label: words.text(`fiscalClass_${value}`) })),
    },
    itemClass: { kind: "text", inputMode: "numeric", label: "fiscalItemClass", help: "fiscalItemClassHelp" },
    lastNumber: {
      ...{ kind: "text", inputMode: "numeric", label: "fiscalLastNumber", help: "fiscalLastNumberHelp" },
      folded: true,
    },
    key: { kind: "text", type: "password", label: "fiscalKey", help: "fiscalKeyHelp", folded: true },
  },
  held: ({ row: { device }, seller }) => ({
    ...{ kind: device?.kind ?? kindsFor(systemWorld(), seller.store.country)[0] ?? fiscalKinds[0] },
    ...{ tin: device?.tin ?? seller.store.taxNumber ?? "", branch: device?.branch ?? "00" },
    serial: device?.serial ?? "",
    // Who has a tax in the prices sells the rest exempt; who has none is not registered for it.
    untaxedClass: device?.untaxedClass ?? (seller.store.taxLabel ? "A" : "D"),
    itemClass: device?.itemClass ?? "",
  }),
  above: (about) => <Standing {...about} />,
  instead: ({ seller, words }) =>
    kindsFor(systemWorld(), seller.store.country).length > 0 ? null : <p>{words.text("fiscalNowhere")}</p>,
  below: ({ row: { device }, words }) =>
    device ? (
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink href={fiscalBooksPath}>{words.text("fiscalMonth")}</ButtonLink>
        <ButtonLink href={`${fiscalPath}/items`}>{words.text("fiscalItems")}</ButtonLink>
        <ButtonLink href={`${fiscalPath}/off`}>{words.text("fiscalOff")}</ButtonLink>
      </div>
    ) : null,
  run: async (seller, { typed }, world) => {
    await connectDevice(world, seller.caller(true), typed);
    return done(fiscalPath, wordsFor(seller).text("fiscalConnected"));
  },
});

/** Whether it signs, and what waits for whom. */
function Standing({ row: { device, queued, refused }, seller, words }: About<Known>) {
  if (!device) return null;
  const { timeZone } = seller.store;
  const at = (date: Date | null) => date && <Timestamp at={date} timeZone={timeZone} locale={words.locale} />;
  const said = device.problemWords || device.problemCode || "";
  const isPractice = device.kind === "practice";
  return (
    <div className="mb-8 grid gap-4">
      {device.state === "paused" ? (
        <Notice
          tone="bad"
          title={
            isPractice ? words.text("task_fiscal_practice") : words.text("fiscalPaused", { words: said })
          }
        >
          <p>{words.text(isPractice ? "task_fiscal_practice_what" : "fiscalPausedWhat")}</p>
        </Notice>
      ) : null}
      {device.silentSince && device.state === "connected" ? (
        <Notice tone="warn" title={words.text("fiscalSilent", { words: said })}>
          <p>{words.text("fiscalSilentWhat")}</p>
        </Notice>
      ) : null}
      <Facts
        items={facts(words, {
          fiscalControlUnit: device.controlUnit,
          fiscalTaxpayer: device.taxpayer && <bdi>{device.taxpayer}</bdi>,
          fiscalSince: at(device.connectedAt),
          fiscalLast: String(device.lastNumber),
          fiscalWaiting: String(queued),
          fiscalRefusedCount: refused > 0 ? String(refused) : null,
        })}
      />
    </div>
  );
}

export const generateMetadata = connect.metadata;
export default connect.page(async (previous, form) => {
  "use server";
  return connect.send(previous, form);
});
