import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/proof-specs";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { ReloadSoon } from "@/components/ui/reload-soon";
import { Timestamp } from "@/components/ui/timestamp";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { mayDo } from "@/lib/domain/roles";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readTakeout } from "@/lib/services/desk/takeout/takeouts";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { problemTitles, titled, wordsFor } from "../../words";
import { takeAlongPath } from "../paths";
import { takeAlongAction } from "./actions";

export const generateMetadata = titled("takeAlong");

/** The file that is being made or waits, and the form for the next one. */
export default async function TakeAlongPage() {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  return (
    <SellerPage seller={seller} section="settings" here={words.text("takeAlong")}>
      <PageHeader title={words.text("takeAlong")} purpose={words.text("takeAlongPurpose")} />
      <Allowed seller={seller} act="store.take_along" aloud>
        <div className="grid gap-8">
          {mayDo(seller, "store.take_along") ? <File seller={seller} words={words} /> : null}
          <FieldForm
            action={takeAlongAction}
            submit={words.text("takeAlongOpen")}
            titles={problemTitles(words)}
            fields={proofSpecs(words, seller.user)}
          />
        </div>
      </Allowed>
    </SellerPage>
  );
}

async function File({ seller, words }: { seller: CurrentSeller; words: DashboardWords }) {
  const file = await readTakeout(systemWorld(), seller.caller(true));
  if (!file) return null;
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
  const size = (file.bytes / 1_000_000).toFixed(1);
  return (
    <div className="grid gap-2">
      <div>
        <ButtonLink look="primary" href={`${takeAlongPath}/file?id=${file.id}`}>
          {words.text("takeAlongReady", { size })}
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
  );
}
