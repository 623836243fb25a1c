import type { ReactNode } from "react";

/** A form beside what it makes: on a wide screen that stays visible, on a phone it is below. */
function Beside(props: { caption: string; preview: ReactNode; children: ReactNode; path?: string }) {
  return (
    <div data-preview={props.path} className="grid gap-8 lg:grid-cols-[minmax(0,30rem)_minmax(0,360px)]">
      <div className="min-w-0">{props.children}</div>
      <div data-beside className="min-w-0 max-w-[360px] lg:sticky lg:top-6 lg:self-start">
        <p className="mb-2 text-label text-ink-2">{props.caption}</p>
        {props.preview}
      </div>
    </div>
  );
}

/**
 * A form beside what payers see of it as it is typed: an example at first, and nothing without scripts. `title` and
 * `amount` are the ids of its fields, `pay` is on the button.
 */
export function BesideSample(props: {
  form: ReactNode;
  store: { name: string; currency: string };
  caption: string;
  title: string;
  example: string;
  amount: string;
  pay: string;
  children?: ReactNode;
}) {
  const { form, store, caption, title, example, amount, pay, children } = props;
  const sample = (
    <div className="grid gap-3 rounded-sm border border-field bg-sheet p-5 wrap-anywhere noscript:hidden">
      <bdi className="text-label text-ink-2">{store.name}</bdi>
      <canvas data-shows="picture" hidden width={640} height={1} className="w-full rounded-sm" />
      <p data-shows={title} className="text-title font-semibold">
        {example}
      </p>
      <p className="text-section">
        {store.currency} <span data-shows={amount}>0</span> {children}
      </p>
      <p data-shows="description" className="whitespace-pre-line text-ink-2 empty:hidden" />
      <p data-shows="customQuestion" className="font-medium empty:hidden" />
      <p aria-hidden className="rounded-sm bg-brand p-3 text-center font-semibold text-on-brand">
        {pay}
      </p>
    </div>
  );
  return <Beside {...{ caption, children: form }} preview={sample} />;
}

/**
 * A form beside a preview of its page. With a script the preview follows the typing; without, the form's own button loads
 * it in the frame of this name.
 */
export function LinkPreview(props: {
  path: string;
  first: string;
  caption: string;
  title: string;
  children: ReactNode;
}) {
  const { path, first, caption, title, children } = props;
  const frame = (
    <iframe
      name="preview"
      title={title}
      src={first}
      sandbox="allow-same-origin"
      className="h-[640px] w-full rounded-sm border border-field bg-sheet"
    />
  );
  return <Beside {...{ path, caption, children }} preview={frame} />;
}
