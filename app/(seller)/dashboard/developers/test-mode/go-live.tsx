import { Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import type { Setup } from "@/lib/services/stores/read-setup";

/** The three steps of the spec (Test mode behaviour, its last line). */
export function GoLive({ setup }: { setup: Setup }) {
  const steps = [
    {
      title: "Use a live key",
      why: "Put a key that starts with sk_live_ where your server has the test key.",
      done: setup.hasLiveKey,
      href: "/dashboard/developers/keys/new?mode=live",
      label: "Create a live key",
    },
    {
      title: "Point the live endpoint at production",
      why: "It receives what happens to real customers; it has a signing secret of its own.",
      done: setup.hasLiveEndpoint,
      href: "/dashboard/developers/endpoints/new?mode=live",
      label: "Add a live endpoint",
    },
    {
      title: "Drop the test flag",
      why: "Link to the subscribe page without test=1, with ref and email as before. This happens in your app, so we cannot see it.",
      done: null,
      href: "/dashboard/products",
      label: "Copy the subscribe links",
    },
  ];
  return (
    <div id="go-live" className="mt-10">
      <Section title="Going live">
        <ol>
          {steps.map((step) => (
            <li
              key={step.title}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-3"
            >
              <div>
                <p className="font-medium">
                  {step.title}{" "}
                  {step.done === null ? null : (
                    <StatusMark tone={step.done ? "ok" : "ended"}>{step.done ? "Done" : "To do"}</StatusMark>
                  )}
                </p>
                <p className="max-w-[68ch] text-ink-2">{step.why}</p>
              </div>
              {step.done ? null : (
                <a className="underline underline-offset-2" href={step.href}>
                  {step.label}
                </a>
              )}
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}
