import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import { stamp } from "@/app/_lists/list-view";
import { fileSize } from "@/components/pay/download-view";
import { Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { ReloadSoon } from "@/components/ui/reload-soon";
import { mayDo } from "@/lib/domain/roles";
import { readTakeout } from "@/lib/services/desk/takeout/takeouts";
import { takeAlongPath } from "../../paths";
import { Allowed, SellerPage, sellerPage } from "../../seller-page";
import { type AtStore, titled } from "../../words";
import { takeAlongAction } from "../actions";

export const generateMetadata = titled("takeAlong");

/** The file that is being made, or the one that waits and the form for the next one. */
export default sellerPage("settings", async (who) => {
  const { seller, words } = who;
  return (
    <SellerPage
      {...who}
      here={words.text("takeAlong")}
      title={words.text("takeAlong")}
      purpose={words.text("takeAlongPurpose")}
    >
      <Allowed seller={seller} act="store.take_along" aloud>
        {mayDo(seller, "store.take_along") ? <File who={who} /> : null}
      </Allowed>
    </SellerPage>
  );
});

interface Part {
  who: AtStore;
}

async function File({ who }: Part) {
  const { words, world, caller } = who;
  const file = await readTakeout(world, caller);
  if (!file) return <Ask who={who} look="primary" />;
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
            day: stamp(file.goesAt, who),
          })}
        </p>
      </div>
      <Section title={words.text("takeAlongAgain")}>
        <div className="pt-4">
          <Ask who={who} look="secondary" />
        </div>
      </Section>
    </>
  );
}

function Ask({ who, look }: Part & { look: "primary" | "secondary" }) {
  const { seller, words } = who;
  return (
    <FieldForm
      action={takeAlongAction}
      submit={words.text("takeAlongOpen")}
      look={look}
      fields={proofSpecs(words, seller.user)}
    />
  );
}
