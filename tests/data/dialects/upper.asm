SECTION .TEXT
START:  MOV     ECX,10H
AGAIN:  MOV     EAX,[ESI]
        ADD     ESI,4
        DEC     ECX
        JNZ     AGAIN
