import type { ReplyMetadata } from '#contract/chat/reply.contract.ts';
import { isAppPath } from '#rules/access/app-path.ts';
import type { ChatAnswer } from '../answer.ts';

type Sourced = { readonly href: string | null };

const openable = <Source extends Sourced>(source: Source): Source =>
  source.href === null || isAppPath(source.href) ? source : { ...source, href: null };

/**
 * An answer out of which nothing but the app can be opened (promise P15). A redirect that leads elsewhere is none: its
 * words stay.
 */
export function withinApp(answer: ChatAnswer): ChatAnswer {
  const { redirect_url: target, action, ...rest } = answer.metadata;
  const leads = target !== undefined && isAppPath(target);
  const metadata: ReplyMetadata = {
    ...rest,
    ...(leads && { redirect_url: target }),
    ...(action !== undefined && (leads || target === undefined) && { action }),
    ...(rest.sources && { sources: rest.sources.map(openable) }),
    ...(rest.insight_data && {
      insight_data: {
        ...rest.insight_data,
        key_points: rest.insight_data.key_points.map((point) => ({ ...point, sources: point.sources.map(openable) })),
      },
    }),
  };
  const isLost = answer.responseType === 'redirect' && !leads;
  return { ...answer, metadata, responseType: isLost ? null : answer.responseType };
}
