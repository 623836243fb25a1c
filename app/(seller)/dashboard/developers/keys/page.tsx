import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ModeTag, ReadsTag } from "@/components/dashboard/mode-tag";
import { EmptyState, PageHeader, Section, Timestamp } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { Code } from "@/components/ui/copy-button";
import { Table } from "@/components/ui/table";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { keysMax } from "@/lib/services/people/keys/create-key";
import { type ListedKey, listKeys } from "@/lib/services/people/keys/keys";
import { onlyReaders } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { titled, wordsFor } from "../../words";
import { developerGate, GatePage } from "../gate";
import { OwnerOnly } from "./owner-only";

export const generateMetadata = titled("keys");

export default onlyReaders("keys", KeysPage);

async function KeysPage() {
  const seller = await currentSeller();
  const gate = developerGate(seller);
  return (
    <SellerPage seller={seller} section="keys">
      {gate ? <GatePage gate={gate} seller={seller} /> : <Keys seller={seller} />}
    </SellerPage>
  );
}

async function Keys({ seller }: { seller: CurrentSeller }) {
  const keys = await listKeys(systemWorld(), seller.caller(true));
  const words = wordsFor(seller);
  const isOwner = seller.role === "owner";
  return (
    <>
      <PageHeader
        title={words.text("keys")}
        purpose={
          <>
            {words.text("keysPurpose")}{" "}
            <a className="underline underline-offset-2" href="/docs#start">
              {words.text("docs")}
            </a>
          </>
        }
        actions={
          isOwner ? (
            <NewKeyLinks primary={seller.store.testModeSince ? "live" : "test"} words={words} />
          ) : null
        }
      />
      {isOwner ? null : (
        <div className="mb-6">
          <OwnerOnly words={words} />
        </div>
      )}
      <Section
        title={words.text("secretKeys")}
        aside={words.text("ofMax", {
          count: String(keys.filter(({ expiresAt }) => expiresAt === null).length),
          max: String(keysMax),
        })}
      >
        {keys.length === 0 ? (
          <EmptyState sentence={words.text("noKeys")} />
        ) : (
          <KeyTable keys={keys} seller={seller} words={words} />
        )}
      </Section>
    </>
  );
}

function NewKeyLinks({ primary, words }: { primary: "live" | "test"; words: DashboardWords }) {
  const link = (mode: "live" | "test") => (
    <ButtonLink
      key={mode}
      look={mode === primary ? "primary" : "secondary"}
      href={`/dashboard/developers/keys/new?mode=${mode}`}
    >
      {words.text(mode === "test" ? "newTestKey" : "newLiveKey")}
    </ButtonLink>
  );
  return (
    <>
      {link("test")}
      {link("live")}
    </>
  );
}

function keyColumns(words: DashboardWords) {
  return [
    { label: words.text("name") },
    { label: words.text("apiKey") },
    { label: words.text("madeBy"), onPhone: words.text("madeByPhone") },
    { label: words.text("keyMade"), onPhone: words.text("keyMadePhone") },
    { label: words.text("keyUsed"), onPhone: words.text("keyUsedPhone") },
    { label: words.text("keyChange") },
  ];
}

function KeyTable(props: { keys: ListedKey[]; seller: CurrentSeller; words: DashboardWords }) {
  const { keys, seller, words } = props;
  const { timeZone } = seller.store;
  const moment = (at: Date) => <Timestamp at={at} timeZone={timeZone} locale={words.locale} />;
  return (
    <Table
      caption={words.text("secretKeys")}
      columns={seller.role === "owner" ? keyColumns(words) : keyColumns(words).slice(0, -1)}
      rows={keys.map((key) => ({
        key: String(key.id),
        cells: [
          <span key="name">
            <bdi className="font-medium">{key.name}</bdi>{" "}
            <ModeTag mode={key.livemode ? "live" : "test"} words={words} />
          </span>,
          // Beside the key, because a long name cuts off what follows it on a phone.
          <span key="key">
            <Code>{key.fingerprint}</Code> {key.scope === "read" ? <ReadsTag words={words} /> : null}
          </span>,
          key.createdBy ?? words.text("madeBySetUp"),
          moment(key.createdAt),
          key.lastUsedAt ? moment(key.lastUsedAt) : words.text("keyUnused"),
          key.expiresAt ? (
            <span key="ends" className="text-warn">
              {words.rich("keyStops", { date: moment(key.expiresAt) })}
            </span>
          ) : (
            <a
              key="change"
              className="underline underline-offset-2"
              href={`/dashboard/developers/keys/${key.id}`}
              aria-label={words.text("replaceOrDeleteOf", { name: key.name })}
            >
              {words.text("replaceOrDelete")}
            </a>
          ),
        ],
      }))}
    />
  );
}
