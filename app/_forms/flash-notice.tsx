import { FlashShown } from "@/components/dashboard/flash-shown";
import { Notice } from "@/components/ui/notice";
import { flashCookieName, readFlash } from "@/lib/auth/flash";

/** Shows the last action's message once. */
export async function FlashNotice() {
  const flash = await readFlash();
  if (!flash) return null;
  return (
    <div className="mb-6">
      <FlashShown cookie={flashCookieName} />
      <Notice tone={flash.tone} title={flash.text}>
        {flash.link ? (
          <a className="underline underline-offset-2" href={flash.link.href}>
            {flash.link.label}
          </a>
        ) : null}
      </Notice>
    </div>
  );
}
