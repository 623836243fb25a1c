import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ModeTag, ReadsTag } from "@/components/dashboard/mode-tag";
import { TextLink } from "@/components/dashboard/pieces";
import { EmptyState, PageHeader, Section, Timestamp } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { Code } from "@/components/ui/copy-button";
import { Table } from "@/components/ui/table";
import { keysMax, type ListedKey, listKeys } from "@/lib/services/people/keys/keys";
import { SellerPage, sellerPage } from "../../seller-page";
import { type AtStore, titled } from "../../words";
import { developerGate, GatePage, OwnerOnly } from "../developer-page";

export const generateMetadata = titled("keys");

export default sellerPage("keys", async (who) => {
  const { seller } = who;
  const gate = developerGate(seller);
  return <SellerPage {...who}>{gate ? <GatePage gate={gate} who={who} /> : <Keys who={who} />}</SellerPage>;
});

async function Keys({ who }: { who: AtStore }) {
  const { seller, words, world, caller } = who;
  const keys = await listKeys(world, caller);
  const isOwner = seller.role === "owner";
  return (
    <>
      <PageHeader
        title={words.text("keys")}
        purpose={
          <>
            {words.text("keysPurpose")} <TextLink href="/docs#start">{words.text("docs")}</TextLink>
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
          <KeyTable keys={keys} who={who} />
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

function KeyTable(props: { keys: ListedKey[]; who: AtStore }) {
  const { who, keys } = props;
  const { seller, words, timeZone } = who;
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
