import assert from 'node:assert/strict';
import { TestDesk } from '../support/host/test-desk';

describe('a recorded run in the editor', () => {
  let desk: TestDesk;

  beforeEach(async () => {
    desk = await TestDesk.open(null);
  });

  afterEach(async () => {
    for (const run of desk.desk.service.runs) run.stop();
    await desk.close();
  });

  it('declines another answer at once and gives the decision back', async () => {
    await desk.send({ type: 'runRecorded', id: 'move-orders-db' });
    const { runId, prompt } = await desk.run((run) => run.prompt?.kind === 'disagreement');
    assert.ok(prompt !== null);
    const recorded = prompt.recordedAnswer;
    assert.ok(recorded?.kind === 'settle');
    const answers = recorded.answers.map((one) => ({
      ...one,
      answer: one.answer === 'uphold' ? ('dismiss' as const) : ('uphold' as const),
    }));
    desk.forget();
    // Resolves although nobody touches a notification.
    await desk.send({
      type: 'decide',
      runId,
      promptId: prompt.id,
      choice: { kind: 'settle', answers },
    });
    const { message } = await desk.until('failure');
    assert.match(message, /only with the answer that was recorded: .+ Answer as Recorded, or Stop/);
    const again = await desk.run((run) => run.prompt?.id === prompt.id);
    assert.deepEqual(again.prompt?.recordedAnswer, recorded);
    await desk.send({ type: 'decide', runId, promptId: prompt.id, choice: recorded });
    await desk.run((run) => run.prompt?.id !== prompt.id);
  });
});
