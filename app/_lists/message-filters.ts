import { oneOf, period } from "./filters";

/** Those of messages, in the dashboard and in the operator's area. */
export const messageFilters = {
  channel: oneOf("channel", ["email", "sms"], (channel) => `channel_${channel}`),
  status: oneOf("status", ["queued", "sent", "failed", "kept"], (status) => `message_${status}`),
  ...period,
};
