import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { fileSize } from "@/components/pay/download-view";
import { PageHeader, Section, Timestamp } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { ReloadSoon } from "@/components/ui/reload-soon";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { mayDo } from "@/lib/domain/roles";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readTakeout } from "@/lib/services/desk/takeout/takeouts";
import { Allowed } from "../../allowed";
import { takeAlongPath } from "../../paths";
import { SellerPage } from "../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../words";
import { takeAlongAction } from "../actions";

export const generateMetadata = titled("takeAlong");

/** The file that is being made, or the one that waits and the form for the next one. */
export default async function TakeAlongPage() {
  const { seller, words } = await sellerWithWords();
  return (
    <SellerPage seller={seller} section="settings" here={words.text("takeAlong")}>
      <PageHeader title={words.text("takeAlong")} purpose={words.text("takeAlongPurpose")} />
      <Allowed seller={seller} act="store.take_along" aloud>
        {mayDo(seller, "store.take_along") ? <File seller={seller} words={words} /> : null}
      </Allowed>
    </SellerPage>
  );
}

interface Part {
  seller: CurrentSeller;
  words: DashboardWords;
}

async function File({ seller, words }: Part) {
  const file = await readTakeout(systemWorld(), seller.caller(true));
  if (!file) return <Ask seller={seller} words={words} look="primary" />;
  // No form beside it: a page that loads itself again would take what is typed.
  if (!file.isReady)
    return (
      <div className="grid gap-2">
        <p role="status">{words.text("takeAlongMaking", { progress: file.progress })}</p>
        <div>
          <ReloadSoon />
          <ButtonLink href={takeAlongPath}>{words.text("moveReload")}</ButtonLink>
        </div>
      </div>
    );
  return (
    <>
      <div className="grid gap-2">
        <div>
          <ButtonLink look="primary" href={`${takeAlongPath}/file?id=${file.id}`}>
            {words.text("takeAlongReady", { size: fileSize(file.bytes, words.lang) })}
          </ButtonLink>
        </div>
        <p className="text-ink-2">
          {words.rich("takeAlongGoes", {
            day: (
              <Timestamp key="day" at={file.goesAt} timeZone={seller.store.timeZone} locale={words.locale} />
            ),
          })}
        </p>
      </div>
      <Section title={words.text("takeAlongAgain")}>
        <div className="pt-4">
          <Ask seller={seller} words={words} look="secondary" />
        </div>
      </Section>
    </>
  );
}

function Ask({ seller, words, look }: Part & { look: "primary" | "secondary" }) {
  return (
    <FieldForm
      action={takeAlongAction}
      submit={words.text("takeAlongOpen")}
      look={look}
      titles={problemTitles(words)}
      fields={proofSpecs(words, seller.user)}
    />
  );
}
