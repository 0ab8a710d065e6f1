import { useState } from 'react';
import type { ActivePool, CampaignOverview } from '@/api/types';
import { useActivePool, useEndTopics } from '@/features/campaign/api/active';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { changeable, sayPool } from '@/features/campaign/topics/texts';
import { TopicRows } from '@/features/campaign/topics/TopicRows';
import { TopicSection } from '@/features/campaign/topics/TopicSection';
import { counted, formatCount } from '@/shared/format/numbers';
import { isOver } from '@/shared/judging/stateNames';
import { chosenOf, useAddress } from '@/shared/routing/useAddress';
import { Button } from '@/shared/ui/forms/Button';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Unread } from '@/shared/ui/requests/Unread';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

const NONE: ReadonlySet<string> = new Set();

/** The topics that are ticked, several at a time. */
function useChosen() {
  const [chosen, setChosen] = useState(NONE);
  const choose = (ids: readonly string[], isChosen: boolean): void =>
    setChosen((before) => {
      const others = [...before].filter((id) => !ids.includes(id));
      return new Set(isChosen ? [...others, ...ids] : others);
    });
  return { chosen, choose, clear: () => setChosen(NONE) };
}

/** The recall of an address; null where it names none. */
function targetOf(params: URLSearchParams): number | null {
  const target = Number(params.get('target') ?? Number.NaN);
  return target > 0 && target < 1 ? target : null;
}

type Props = Readonly<{ campaign: CampaignOverview; pool: ActivePool; isFollowed: boolean }>;

/** The table of topics, with what can be done to those that are ticked. */
function Topics({ campaign, pool, isFollowed }: Props) {
  const { id, state } = campaign;
  const { topics } = pool;
  const [params, change] = useAddress(`/campaigns/${id}/topics`);
  const { chosen, choose, clear } = useChosen();
  const { mutate, error, isPending } = useEndTopics(id, clear);
  const { going, ended } = changeable(topics, chosen);
  const end = (ids: string[]): void => mutate({ action: 'end', query_ids: ids });
  const resume = (ids: string[]): void => mutate({ action: 'resume', query_ids: ids });
  const shown = chosenOf(
    params,
    'topic',
    topics.map(({ query_id: queryId }) => queryId),
  );
  return (
    <>
      <TopicRows
        topics={topics}
        shown={shown}
        onShow={(topic) => change({ topic })}
        chosen={chosen}
        onChoose={choose}
        onEnd={end}
        onResume={isOver(state) ? null : resume}
        isBusy={isPending}
      />
      {chosen.size > 0 && (
        <p className={buttons.actions}>
          <Button
            look="second"
            disabled={isPending || going.length === 0}
            onClick={() => end(going)}
          >
            End {counted(going.length, 'topic')}
          </Button>
          {!isOver(state) && (
            <Button
              look="second"
              disabled={isPending || ended.length === 0}
              onClick={() => resume(ended)}
            >
              Go on with {counted(ended.length, 'topic')}
            </Button>
          )}
        </p>
      )}
      <ErrorMessage error={error} />
      {shown !== '' && (
        <TopicSection
          campaignId={id}
          queryId={shown}
          target={targetOf(params)}
          onTarget={(target) => change({ target: `${target}` })}
          isFollowed={isFollowed}
        />
      )}
    </>
  );
}

/** How far each topic is, by totals that say when all have ended. */
function sayTopics({ topics }: ActivePool): string {
  const n = topics.filter(({ ended_at: endedAt }) => endedAt === null).length;
  const nRelevant = topics.reduce((sum, topic) => sum + topic.n_relevant, 0);
  const nJudged = topics.reduce((sum, topic) => sum + topic.n_judged, 0);
  const found = `${counted(nRelevant, 'relevant passage')} among ${formatCount(nJudged)} judged so far`;
  const going = n === 0 ? 'all have ended' : `${formatCount(n)} still choose pairs`;
  return `${counted(topics.length, 'topic')}, ${going}; ${found}.`;
}

/** The topics of a pool that learns: how far each is, and whether enough is judged. */
export default function TopicsPage() {
  const campaign = useCampaign();
  const isFollowed = !isOver(campaign.state);
  const query = useActivePool(campaign.id, isFollowed);
  const { data: pool } = query;
  if (pool === undefined)
    return (
      <Unread of={query} waiting="Reading the topics" trouble="The topics cannot be shown now" />
    );
  return (
    <section aria-labelledby="topics">
      <h2 id="topics">Topics</h2>
      <p className={text.soft}>{sayPool(pool)}</p>
      <p className={text.softNumber}>{sayTopics(pool)}</p>
      <p className={text.soft}>
        In a topic that is ended no more pairs are chosen; those chosen are still judged.
      </p>
      <Topics campaign={campaign} pool={pool} isFollowed={isFollowed} />
    </section>
  );
}
