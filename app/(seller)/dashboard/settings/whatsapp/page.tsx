import { type DashboardWords, knownKey } from "@/components/dashboard/messages/words";
import { facts } from "@/components/dashboard/pieces";
import { Facts, Notice, Timestamp } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { done } from "@/lib/auth/sealed-cookie";
import { fieldAmount, formatMoney, typedInEnglish } from "@/lib/domain/money";
import { systemWorld } from "@/lib/services/desk/system-world";
import { connectWhatsapp, type OwnWhatsapp, readOwnWhatsapp } from "@/lib/services/notify/whatsapp/connect";
import { type About, actPage, inSection } from "../../act-page";
import { whatsappPath } from "../../paths";
import { whatsappRefused } from "../../tasks/task-words";
import { copyLabels, wordsFor } from "../../words";

type Row = OwnWhatsapp | null;

/** Once a number is connected, an empty field means what is kept. */
const secret = (label: "whatsappToken" | "whatsappAppSecret") => ({
  ...{ kind: "text" as const, type: "password" as const, label },
  help({ row, words }: About<Row>) {
    const help = words.text(`${label}Help`);
    return row ? `${help} ${words.text(`${label}Kept`)}` : help;
  },
});

/** The store's own number of WhatsApp. `connectWhatsapp` says what is wrong with the fields. */
const connect = actPage({
  on: inSection("settings", (seller): Promise<Row> => readOwnWhatsapp(systemWorld(), seller.caller(true))),
  may: "whatsapp.change",
  title: "channel_whatsapp",
  purpose: ({ words }) => words.text("whatsappOwnPurpose"),
  go: "checkConnection",
  fields: {
    numberId: {
      ...{ kind: "text", inputMode: "numeric", label: "whatsappNumberId", help: "whatsappNumberIdHelp" },
    },
    token: secret("whatsappToken"),
    appSecret: secret("whatsappAppSecret"),
    price: {
      kind: "text",
      inputMode: "decimal",
      label: ({ words, seller }) => `${words.text("whatsappOwnPrice")}, ${seller.store.currency}`,
      help: "whatsappOwnPriceHelp",
    },
  },
  held: ({ row, words }) => ({
    numberId: row?.numberId ?? "",
    price: row?.price ? fieldAmount(row.price, words.lang) : "",
  }),
  proves: true,
  above: (about) => <Standing {...about} />,
  below: ({ row, words }) => (
    <div className="mt-8 flex flex-wrap gap-3">
      <ButtonLink href={`${whatsappPath}/templates`}>{words.text("whatsappTemplates")}</ButtonLink>
      {row?.webhook ? (
        <ButtonLink href={`${whatsappPath}/off`}>{words.text("whatsappOff")}</ButtonLink>
      ) : null}
    </div>
  ),
  run: async (seller, { typed, proof }, world) => {
    const words = wordsFor(seller);
    const price = typedInEnglish(typed.price, seller.store.currency, words.lang);
    await connectWhatsapp(world, seller.caller(true), { ...typed, price, ...proof });
    return done(whatsappPath, words.text("whatsappConnected"));
  },
});

/** Whether it is well, what is entered at the provider, and what a month costs. */
function Standing({ row, seller, words }: About<Row>) {
  if (!row) return null;
  const { problem, isHeard, webhook, month } = row;
  const { timeZone } = seller.store;
  const labels = copyLabels(words);
  return (
    <div className="mb-8 grid gap-4">
      {problem === null ? null : (
        <Notice tone="bad" title={words.text("task_whatsapp_own_account", { code: String(problem) })}>
          <p>{whatsappRefused(String(problem), words)}</p>
        </Notice>
      )}
      {isHeard ? null : (
        <Notice tone="warn" title={words.text("whatsappNotHeard")}>
          <p>{words.text("whatsappEnter")}</p>
        </Notice>
      )}
      <Facts
        items={facts(words, {
          whatsappDisplay: <bdi>{row.display}</bdi>,
          whatsappVerifiedName: row.name && <bdi>{row.name}</bdi>,
          whatsappQuality: qualityText(row.quality, words),
          whatsappChecked: <Timestamp at={row.checkedAt} timeZone={timeZone} locale={words.locale} />,
          whatsappMonth: month && monthText(month, words),
          whatsappCallback: webhook && (
            <CopyField label={words.text("whatsappCallback")} value={webhook.address} labels={labels} />
          ),
          whatsappWord: webhook && (
            <CopyField label={words.text("whatsappWord")} value={webhook.word} labels={labels} />
          ),
        })}
      />
    </div>
  );
}

function qualityText(quality: string, words: DashboardWords): string {
  const known = knownKey(`whatsappQuality_${quality}`);
  return known ? words.loose(known, {}) : quality;
}

function monthText({ cost, ...counts }: NonNullable<OwnWhatsapp["month"]>, words: DashboardWords): string {
  if (!cost) return words.text("whatsappMonthIs", counts);
  return words.text("whatsappMonthCosts", { ...counts, cost: formatMoney(cost, words.lang) });
}

export const generateMetadata = connect.metadata;
export default connect.page(async (previous, form) => {
  "use server";
  return connect.send(previous, form);
});
