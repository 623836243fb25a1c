import { randomUUID } from "node:crypto";
import { Notice } from "@/components/ui/notice";
import { flashShownPath, readFlash } from "@/lib/auth/flash";

/** Shows the last action's message once. */
export async function FlashNotice() {
  const flash = await readFlash();
  if (!flash) return null;
  return (
    <div className="mb-6">
      {/* Never from a cache; of low priority, or React would ask for it before the page. */}
      <img src={`${flashShownPath}?${randomUUID()}`} alt="" hidden fetchPriority="low" />
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
