import { shareRoute } from "../../../sharing/share-route";
import { findLink } from "../../../sharing/shared";

export const GET = shareRoute(findLink);
