import { FieldForm } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { Search } from "@/app/_lists/filters";
import { stamp } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { Notice, Section } from "@/components/ui/blocks";
import { CodeBlock } from "@/components/ui/copy-button";
import { type CurrentSeller, currentPerson } from "@/lib/auth/current-seller";
import { limits } from "@/lib/domain/limits";
import { say } from "@/lib/domain/refusal";
import { mayDo } from "@/lib/domain/roles";
import { archiveMaxBytes } from "@/lib/services/billing/moving/archive";
import { listMoves } from "@/lib/services/billing/moving/run";
import { unpackedMegabytes } from "@/lib/services/billing/moving/unpack";
import { listProductsForDashboard } from "@/lib/services/catalog/products/list";
import { systemWorld } from "@/lib/services/desk/system-world";
import { uploadTicket } from "@/lib/services/people/accounts/upload-ticket";
import { problemText } from "@/lib/text/problem";
import { movePath } from "../../paths";
import { Allowed, SellerPage, sellerPage } from "../../seller-page";
import { UploadForm, type UploadTexts } from "../../upload-form";
import { type AtStore, titled } from "../../words";
import { planFileAction, planPaystackAction } from "./actions";

export const generateMetadata = titled("moveIn");

const MB = 1024 * 1024;
const archiveMegabytes = String(archiveMaxBytes / MB);

const example = `email,phone,ref,product,started_at,current_period_end,status
amina@example.com,0772 123456,user_1,Gold,2026-01-31,2026-12-31,active
,0772 654321,user_2,Gold,2026-01-15,2026-12-15,cancelled`;

/** Proper names are the same in every language. */
const sources: Record<string, string> = {
  ...{ csv: "CSV", stripe: "Stripe", gumroad: "Gumroad", paystack: "Paystack", sente: "Sente" },
};

export default sellerPage("subscriptions", async (who, { search }) => {
  const { seller, words } = who;
  return (
    <SellerPage
      {...who}
      here={words.text("moveInShort")}
      title={words.text("moveIn")}
      purpose={words.text("moveInPurpose")}
    >
      <Allowed seller={seller} act="subscription.import" aloud>
        <Notice tone="warn" title={words.text("moveFirst")}>
          {words.text("moveFirstWhy")}
        </Notice>
        <Refused search={search} words={words} />
        <Ways who={who} />
      </Allowed>
      <Section title={words.text("moveColumns")}>
        <div className="grid gap-3 pt-4">
          <p className="max-w-[68ch] text-ink-2">{words.text("moveColumnsHelp")}</p>
          <CodeBlock label={words.text("importExample")}>{example}</CodeBlock>
        </div>
      </Section>
      {mayDo(seller, "subscription.import") ? <Before who={who} /> : null}
    </SellerPage>
  );
});

interface Part {
  who: AtStore;
}

/** Each way has its own form: a file, a key, or what another instance gave. */
async function Ways({ who }: Part) {
  const { seller, words, world, caller } = who;
  const products = await listProductsForDashboard(world, caller);
  const product = (id: string): FieldSpec => ({
    ...{ kind: "select", name: "product", id, label: words.text("moveProduct") },
    options: [
      { value: "", label: words.text("moveNoProduct") },
      ...products
        .filter(({ interval }) => interval !== null)
        .map(({ id: value, name }) => ({ value: String(value), label: name })),
    ],
  });
  const file = (id: string, label: string, help: string, accept: string): FieldSpec => ({
    ...{ kind: "file", name: "file", id, label, help, accept },
  });
  const submit = words.text("moveLook");
  const key: FieldSpec = {
    ...{ kind: "text", type: "password", name: "passwordKey", autoComplete: "off" },
    ...{ label: words.text("moveKey"), help: words.text("moveKeyHelp") },
  };
  return (
    <>
      <Section title={words.text("moveFromFile")}>
        <div className="pt-4">
          <FieldForm
            action={planFileAction}
            submit={submit}
            fields={[
              file("csv-file", words.text("moveFile"), words.text("moveFileHelp"), ".csv,.tsv,.txt,text/csv"),
              product("csv-product"),
            ]}
          />
        </div>
      </Section>
      <Section title={words.text("moveFromPaystack")}>
        <div className="pt-4">
          <FieldForm
            action={planPaystackAction}
            submit={submit}
            fields={[key, product("paystack-product")]}
          />
        </div>
      </Section>
      <Section title={words.text("moveFromSente")}>
        <div className="max-w-[30rem] pt-4">
          <UploadForm action={await archiveAddress(seller)} name="file" texts={archiveTexts(words)} />
        </div>
      </Section>
    </>
  );
}

/** Larger than the body of a form may be: it has a door of its own. */
async function archiveAddress(seller: CurrentSeller): Promise<string> {
  const { sessionId } = await currentPerson();
  return `/upload/${uploadTicket(systemWorld(), { ...seller.caller(true), sessionId }, { isArchive: true })}`;
}

function archiveTexts(words: DashboardWords): UploadTexts {
  return {
    label: words.text("moveArchive"),
    help: words.text("moveArchiveHelp", { megabytes: archiveMegabytes }),
    submit: words.text("moveLook"),
    words,
  };
}

/** Why a file that was sent without scripts was not taken: the address says so. */
function Refused({ search, words }: { search: Search; words: DashboardWords }) {
  if (typeof search.problem !== "string") return null;
  const currency = /^[A-Z]{3}$/.exec(String(search.currency))?.[0] ?? "?";
  const storeMegabytes = String(Number(systemWorld().config.files.storeMaxBytes) / MB);
  const known = [
    ...[say("choose_file"), say("file_size", { megabytes: archiveMegabytes }), say("uploads_busy")],
    ...[say("files_store_full", { megabytes: storeMegabytes }), say("files_full"), say("move_archive")],
    ...[say("move_archive_half"), say("move_archive_large", { megabytes: String(unpackedMegabytes) })],
    ...[say("move_archive_currency", { currency }), say("move_often", { max: limits.moves.max })],
  ];
  const found = known.find(({ code }) => code === search.problem) ?? say("file_broken");
  return <Notice tone="bad" title={problemText(words.lang, found)} />;
}

async function Before({ who }: Part) {
  const { words, world, caller } = who;
  const moves = await listMoves(world, caller);
  if (moves.length === 0) return null;
  return (
    <Section title={words.text("movesBefore")}>
      <ul className="grid gap-2 pt-4">
        {moves.map(({ id, source, createdAt }) => (
          <li key={id}>
            <TextLink href={movePath(id)}>{words.text("moveTitle", { id })}</TextLink>{" "}
            {sources[source] ?? source} {stamp(createdAt, who)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
