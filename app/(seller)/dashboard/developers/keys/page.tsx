import type { Metadata } from "next";
import { ModeTag } from "@/components/dashboard/mode-tag";
import { ButtonLink } from "@/components/ui/button";
import { Code } from "@/components/ui/code";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader, Section } from "@/components/ui/page-header";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { keysMax } from "@/lib/services/keys/create-key";
import { type ListedKey, listKeys } from "@/lib/services/keys/list-keys";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../seller-page";
import { developerGate, GatePage } from "../gate";
import { OwnerOnly } from "./owner-only";

export const metadata: Metadata = { title: "Keys" };

export default async function KeysPage() {
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
  const isOwner = seller.role === "owner";
  return (
    <>
      <PageHeader
        title="Keys"
        purpose="Your server sends one with each request to the API. Never put it into an app or a web page."
        actions={isOwner ? <NewKeyLinks primary={seller.store.testModeSince ? "live" : "test"} /> : null}
      />
      {isOwner ? null : (
        <div className="mb-6">
          <OwnerOnly />
        </div>
      )}
      <Section title="Secret keys" aside={`${keys.length} of ${keysMax}`}>
        {keys.length === 0 ? (
          <EmptyState sentence="There are no keys yet. Start with a test key: it turns on test mode for your subscribe pages." />
        ) : (
          <KeyTable keys={keys} seller={seller} />
        )}
      </Section>
    </>
  );
}

function NewKeyLinks({ primary }: { primary: "live" | "test" }) {
  const link = (mode: "live" | "test") => (
    <ButtonLink
      key={mode}
      look={mode === primary ? "primary" : "secondary"}
      href={`/dashboard/developers/keys/new?mode=${mode}`}
    >
      New {mode} key
    </ButtonLink>
  );
  return (
    <>
      {link("test")}
      {link("live")}
    </>
  );
}

const keyColumns = [
  { label: "Name" },
  { label: "Key" },
  { label: "Made by", onPhone: "by" },
  { label: "Made", onPhone: "made" },
  { label: "Last used", onPhone: "last used:" },
  { label: "Change" },
];

function KeyTable({ keys, seller }: { keys: ListedKey[]; seller: CurrentSeller }) {
  const { timeZone } = seller.store;
  return (
    <Table
      caption="Secret keys"
      columns={seller.role === "owner" ? keyColumns : keyColumns.slice(0, -1)}
      rows={keys.map((key) => ({
        key: String(key.id),
        cells: [
          <span key="name">
            <bdi className="font-medium">{key.name}</bdi> <ModeTag mode={key.livemode ? "live" : "test"} />
          </span>,
          <Code key="key">{key.fingerprint}</Code>,
          key.createdBy ?? "Set-up",
          <Timestamp key="made" at={key.createdAt} timeZone={timeZone} />,
          key.lastUsedAt ? <Timestamp key="used" at={key.lastUsedAt} timeZone={timeZone} /> : "Never",
          key.expiresAt ? (
            <span key="ends" className="text-warn">
              Stops <Timestamp at={key.expiresAt} timeZone={timeZone} />
            </span>
          ) : (
            <a
              key="change"
              className="underline underline-offset-2"
              href={`/dashboard/developers/keys/${key.id}`}
              aria-label={`Replace or delete ${key.name}`}
            >
              Replace or delete
            </a>
          ),
        ],
      }))}
    />
  );
}
