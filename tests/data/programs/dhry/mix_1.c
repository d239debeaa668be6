#include "mix.h"

NodePointer	Top, Below;
int		Count;
Flag		Switch;
char		Mark_1, Mark_2;
int		Row_1 [50];
int		Table_1 [50] [50];

extern char	*malloc ();
Colour		Pick ();

#ifndef REG
#define REG register
#endif

struct tms	clocks;
extern long	times ();

long		Start, Stop, Used;
float		Micro, PerSecond;
#define Short	2

main ()
{
	Whole		a;
  REG	Whole		b;
	Whole		c;
  REG	char		letter;
	Colour		colour;
	Line		line_1, line_2;
  REG	int		run, runs;

  Below = (NodePointer) malloc (sizeof (Node));
  Top = (NodePointer) malloc (sizeof (Node));
  Top->next = Below;
  Top->kind = Red;
  Top->variant.first.shade = Blue;
  Top->variant.first.amount = 40;
  strcpy (Top->variant.first.text, "MIXED PROGRAM, SOME TEXT");
  strcpy (line_1, "MIXED PROGRAM, FIRST TEXT");
  Table_1 [8][7] = 10;

  printf ("\n");
  printf ("Mixed program, version %s\n", VERSION);
  printf ("Please give the number of runs: ");
  {
    int n;
    scanf ("%d", &n);
    runs = n;
  }
  printf ("\nExecution starts, %d runs\n", runs);
  times (&clocks);
  Start = (long) clocks.tms_utime;

  for (run = 1; run <= runs; ++run)
  {
    Set_5 ();
    Set_4 ();
    a = 2;
    b = 3;
    strcpy (line_2, "MIXED PROGRAM, OTHER TEXT");
    colour = Green;
    Switch = ! Compare (line_1, line_2);
    while (a < b)
    {
      c = 5 * a - b;
      Add_7 (a, b, &c);
      a += 1;
    }
    Fill_8 (Row_1, Table_1, a, c);
    Change_1 (Top);
    for (letter = 'A'; letter <= Mark_2; ++letter)
    {
      if (colour == Pick (letter, 'C'))
      {
	Shift_6 (Red, &colour);
	strcpy (line_2, "MIXED PROGRAM, THIRD TEXT");
	b = run;
	Count = run;
      }
    }
    b = b * a;
    a = b / c;
    b = 7 * (b - c) - a;
    Leave_2 (&a);
  }

  times (&clocks);
  Stop = (long) clocks.tms_utime;

  printf ("Execution ends\n\nFinal values:\n");
  printf ("Count:    %d (%d)\n", Count, runs);
  printf ("Switch:   %d\n", Switch);
  printf ("Marks:    %c %c\n", Mark_1, Mark_2);
  printf ("Row:      %d\n", Row_1[8]);
  printf ("Table:    %d (%d)\n", Table_1[8][7], runs + 10);
  printf ("Top:      %d %d %d %s\n", Top->kind, Top->variant.first.shade,
    Top->variant.first.amount, Top->variant.first.text);
  printf ("Below:    %d %d %d %s\n", Below->kind, Below->variant.first.shade,
    Below->variant.first.amount, Below->variant.first.text);
  printf ("a, b, c:  %d %d %d\n", a, b, c);
  printf ("Colour:   %d\nLines:    %s, %s\n", colour, line_1, line_2);

  Used = Stop - Start;
  if (Used < Short * HZ)
    printf ("The time is too short; please increase the number of runs\n");
  else
  {
    Micro = (float) Used * 1000000.0 / ((float) HZ * (float) runs);
    PerSecond = (float) HZ * (float) runs / (float) Used;
    printf ("Microseconds for one run: %6.1f\n", Micro);
    printf ("Runs per second: %6.1f\n", PerSecond);
  }
  exit (0);
}

Change_1 (p)
REG NodePointer p;
{
  REG NodePointer next = p->next;

  assign (*p->next, *Top);
  p->variant.first.amount = 5;
  next->variant.first.amount = p->variant.first.amount;
  next->next = p->next;
  Follow_3 (&next->next);
  if (next->kind == Red)
  {
    next->variant.first.amount = 6;
    Shift_6 (p->variant.first.shade, &next->variant.first.shade);
    next->next = Top->next;
    Add_7 (next->variant.first.amount, 10, &next->variant.first.amount);
  }
  else
    assign (*p, *p->next);
}

Leave_2 (p)
Whole *p;
{
  Whole	left;
  Colour colour;

  left = *p + 10;
  do
    if (Mark_1 == 'A')
    {
      left -= 1;
      *p = left - Count;
      colour = Red;
    }
  while (colour != Red);
}

Follow_3 (p)
NodePointer *p;
{
  if (Top != Null)
    *p = Top->next;
  Add_7 (10, Count, &Top->variant.first.amount);
}

Set_4 ()
{
  Flag local;

  local = Mark_1 == 'A';
  Switch = local | Switch;
  Mark_2 = 'B';
}

Set_5 ()
{
  Mark_1 = 'A';
  Switch = false;
}
