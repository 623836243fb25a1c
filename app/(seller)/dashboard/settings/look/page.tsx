import { LinkPreview } from "@/components/dashboard/link-preview";
import { Button } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { may } from "@/lib/domain/roles";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readDial } from "@/lib/services/money/ussd/settings";
import { actPage, inSection } from "../../act-page";
import { lookPath } from "../../paths";
import { PictureSection } from "../../picture-section";
import { DialSection, ShareBar } from "../../share-bar";
import { wordsFor } from "../../words";
import { removeLogoAction, uploadLogoAction } from "../actions";
import { lookFields, saves } from "../fields";

const previewPath = "/pay/preview/store";

/** What the preview is made of besides what is typed. */
const sent = (_: null, seller: CurrentSeller) => ({
  store: String(seller.store.id),
  example: wordsFor(seller).text("previewExample"),
});

/** How the store's pages look, beside the one that payers see, which follows what is typed. */
const look = actPage({
  on: { ...inSection("settings"), sent },
  may: "store.settings",
  title: "tabLook",
  purpose: () => null,
  go: "save",
  fields: lookFields,
  held: ({ seller: { store } }) => store,
  note: ({ words }) => (
    <Button look="quiet" formAction={previewPath} formMethod="get" formTarget="preview">
      {words.text("showInPreview")}
    </Button>
  ),
  around: (form, { seller, words }) => (
    <LinkPreview
      path={previewPath}
      first={`${previewPath}?${new URLSearchParams(sent(null, seller))}`}
      caption={words.text("onAPhone")}
      title={words.text("previewOfPage")}
    >
      {form}
      <div className="mt-10">
        <Logo seller={seller} />
      </div>
    </LinkPreview>
  ),
  below: ({ seller }) => <StorePage seller={seller} />,
  run: saves(lookPath),
});

function Logo({ seller }: { seller: CurrentSeller }) {
  const words = wordsFor(seller);
  const { logoUrl } = seller.store;
  const look = "rounded-sm border border-rule bg-white object-contain";
  return (
    <PictureSection
      title={words.text("logo")}
      picture={
        logoUrl && (
          <img
            src={new URL(logoUrl).pathname}
            alt={words.text("logo")}
            {...{ width: 64, height: 64, className: look }}
          />
        )
      }
      none={words.text("noLogo")}
      choose={words.text("chooseLogo")}
      {...{ upload: uploadLogoAction, remove: removeLogoAction, words }}
      mayChange={may(seller.role, "store.settings")}
    />
  );
}

/** The store's page to share, and what payers without internet dial where the service has a short code. */
async function StorePage({ seller }: { seller: CurrentSeller }) {
  const words = wordsFor(seller);
  const world = systemWorld();
  const { id, name, slug } = seller.store;
  const url = `${world.config.siteUrl}/store/${slug}`;
  const dial = await readDial(world, id);
  return (
    <div className="mt-10 grid max-w-[30rem] gap-4">
      <ShareBar label={words.text("storePage")} {...{ url, words, text: `${name} ${url}`, codesOf: name }} />
      {dial && <DialSection dial={dial.dial} meaning={words.text("ussdStoreMeans")} words={words} />}
    </div>
  );
}

export const generateMetadata = look.metadata;
export default look.page(async (previous, form) => {
  "use server";
  return look.send(previous, form);
});
